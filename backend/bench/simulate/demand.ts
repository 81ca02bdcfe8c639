import type { Costs } from './measureCosts.ts';

/** A believable page: two assistants' worth of flyers a day. */
export const POSTINGS_A_PAGE_A_DAY = 4;
const DAY_SECONDS = 86_400;

/** One large database server of today; what is assumed, not measured, stands here and nowhere else. */
export const SERVER = { cores: 32, logMegabytesASecond: 200, diskTerabytes: 4, keptDays: 180 } as const;
/** One screenshot a posting. WebP takes 20 KB without a flyer, 35 KB with a drawn one, 60 KB with a photograph (decision 0013). */
export const SCREENSHOT = { kilobytes: 42, keptDays: 90 } as const;
/** Postgres stops taking writes when so many transactions were not frozen. */
const TRANSACTION_HORIZON = 2 ** 31;
/** Claim, submitting, posted, and the screenshot's file, outcome and completion; heartbeats come on top. */
const TRANSACTIONS_A_POSTING = 6;

export interface Rhythm {
  readonly name: string;
  /** Polls a second of one page, on average over a day. */
  pollsASecond: number;
}

/** A page claims, and asks again at once; in between it waits for its next turn. */
const aroundPostings = (2 * POSTINGS_A_PAGE_A_DAY) / DAY_SECONDS;
export const RHYTHMS: readonly Rhythm[] = [
  { name: 'every 30 s', pollsASecond: 1 / 30 },
  { name: 'thinned by need', pollsASecond: 1 / 150 + aroundPostings },
];

export interface Limit {
  readonly resource: string;
  /** Pages at which all of it is used. */
  readonly pages: number;
  readonly needed: string;
}

/** How many transaction ids so many pages use, and how soon every table must be frozen again. */
export function transactionIdsOf(
  { pollsASecond }: Rhythm,
  pages: number,
): { billionsADay: number; horizonHours: number } {
  const aDay = pages * (pollsASecond * DAY_SECONDS + POSTINGS_A_PAGE_A_DAY * TRANSACTIONS_A_POSTING);
  return { billionsADay: aDay / 1e9, horizonHours: (TRANSACTION_HORIZON / aDay) * 24 };
}

/** For one rhythm: how much of each resource so many pages need, and how many pages use it up, the scarcest first. */
export function limitsOf(
  { poll, life, bytesAPosting, screenshot }: Costs,
  { pollsASecond }: Rhythm,
  pages: number,
): Limit[] {
  const postingsASecond = POSTINGS_A_PAGE_A_DAY / DAY_SECONDS;
  const coresAPage = (pollsASecond * (poll.postgresMs ?? 0) + postingsASecond * (life.postgresMs ?? 0)) / 1_000;
  const logAPage = (pollsASecond * poll.logBytes + postingsASecond * life.logBytes) / 1e6;
  const diskAPage = (POSTINGS_A_PAGE_A_DAY * SERVER.keptDays * bytesAPosting) / 1e12;
  const screenshotLogAPage = (postingsASecond * screenshot.logBytes) / 1e6;
  const screenshotDiskAPage = (POSTINGS_A_PAGE_A_DAY * SCREENSHOT.keptDays * screenshot.storedBytes) / 1e12;
  const log = (resource: string, aPage: number): Limit => ({
    resource,
    pages: SERVER.logMegabytesASecond / aPage,
    needed: `${(aPage * pages).toFixed(1)} of ${SERVER.logMegabytesASecond} MB/s`,
  });
  const disk = (resource: string, aPage: number): Limit => ({
    resource,
    pages: SERVER.diskTerabytes / aPage,
    needed: `${(aPage * pages).toFixed(2)} of ${SERVER.diskTerabytes} TB`,
  });
  const limits: Limit[] = [
    {
      resource: 'processor of Postgres',
      pages: SERVER.cores / coresAPage,
      needed: `${(coresAPage * pages).toFixed(1)} of ${SERVER.cores} cores`,
    },
    log("Postgres's log", logAPage),
    log('the log, with screenshots in it', logAPage + screenshotLogAPage),
    disk(`disk, ${SERVER.keptDays} days of postings`, diskAPage),
    disk(`disk, ${SCREENSHOT.keptDays} days of screenshots`, screenshotDiskAPage),
  ];
  return limits.filter((limit) => Number.isFinite(limit.pages)).sort((a, b) => a.pages - b.pages);
}
