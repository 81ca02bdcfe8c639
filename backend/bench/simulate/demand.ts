import type { Costs } from './measureCosts.ts';

/** An assumption: a page posts the flyers of two assistants each day. */
export const POSTINGS_A_PAGE_A_DAY = 4;
const DAY_SECONDS = 86_400;

/** A large database server. All assumptions of the simulation are in this file. */
export const SERVER = { cores: 32, logMegabytesASecond: 200, diskTerabytes: 4, keptDays: 180 } as const;
/**
 * One screenshot per posting. WebP takes 20 KB without a flyer, 35 KB with a drawn one, 60 KB with a photograph
 * (decision 0013).
 */
export const SCREENSHOT = { kilobytes: 42, keptDays: 90 } as const;
/** Postgres refuses writes when an unfrozen transaction is this old. */
const TRANSACTION_HORIZON = 2 ** 31;
/** Claim, submitting, posted, and the screenshot's file, outcome and completion; heartbeats not included. */
const TRANSACTIONS_A_POSTING = 6;

export interface Rhythm {
  readonly name: string;
  /** Average number of polls per second of one page. */
  pollsASecond: number;
}

/** For each posting a page polls twice more: once to claim it, and once right after. */
const aroundPostings = (2 * POSTINGS_A_PAGE_A_DAY) / DAY_SECONDS;
export const RHYTHMS: readonly Rhythm[] = [
  { name: 'every 30 s', pollsASecond: 1 / 30 },
  { name: 'thinned by need', pollsASecond: 1 / 150 + aroundPostings },
];

export interface Limit {
  readonly resource: string;
  /** The number of pages at which the resource is exhausted. */
  readonly pages: number;
  readonly needed: string;
}

/**
 * Transaction ids that this number of pages uses per day, and the hours within which every table must be frozen again.
 */
export function transactionIdsOf(
  { pollsASecond }: Rhythm,
  pages: number,
): { billionsADay: number; horizonHours: number } {
  const aDay = pages * (pollsASecond * DAY_SECONDS + POSTINGS_A_PAGE_A_DAY * TRANSACTIONS_A_POSTING);
  return { billionsADay: aDay / 1e9, horizonHours: (TRANSACTION_HORIZON / aDay) * 24 };
}

/**
 * For each resource: how much of it this number of pages needs, and at which number of pages it is exhausted. The first
 * to be exhausted comes first.
 */
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
