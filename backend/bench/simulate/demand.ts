import type { Costs } from './measureCosts.ts';

/** A believable page: two assistants' worth of flyers a day. */
export const POSTINGS_A_PAGE_A_DAY = 4;
const DAY_SECONDS = 86_400;

/** One large database server of today; what is assumed, not measured, stands here and nowhere else. */
export const SERVER = { cores: 32, logMegabytesASecond: 200, diskTerabytes: 4, keptDays: 180 } as const;

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

/** For one rhythm: how much of each resource so many pages need, and how many pages use it up, the scarcest first. */
export function limitsOf({ poll, life, bytesAPosting }: Costs, { pollsASecond }: Rhythm, pages: number): Limit[] {
  const postingsASecond = POSTINGS_A_PAGE_A_DAY / DAY_SECONDS;
  const coresAPage = (pollsASecond * (poll.postgresMs ?? 0) + postingsASecond * (life.postgresMs ?? 0)) / 1_000;
  const logAPage = (pollsASecond * poll.logBytes + postingsASecond * life.logBytes) / 1e6;
  const diskAPage = (POSTINGS_A_PAGE_A_DAY * SERVER.keptDays * bytesAPosting) / 1e12;
  const limits: Limit[] = [
    {
      resource: 'processor of Postgres',
      pages: SERVER.cores / coresAPage,
      needed: `${(coresAPage * pages).toFixed(1)} of ${SERVER.cores} cores`,
    },
    {
      resource: "Postgres's log",
      pages: SERVER.logMegabytesASecond / logAPage,
      needed: `${(logAPage * pages).toFixed(1)} of ${SERVER.logMegabytesASecond} MB/s`,
    },
    {
      resource: `disk, ${SERVER.keptDays} days of postings`,
      pages: SERVER.diskTerabytes / diskAPage,
      needed: `${(diskAPage * pages).toFixed(2)} of ${SERVER.diskTerabytes} TB`,
    },
  ];
  return limits.filter((limit) => Number.isFinite(limit.pages)).sort((a, b) => a.pages - b.pages);
}
