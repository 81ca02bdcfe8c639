import type { Costs } from './measureCosts.ts';

/** An assumption: a page posts the flyers of two assistants each day. */
export const POSTINGS_PER_PAGE_PER_DAY = 4;
const DAY_SECONDS = 86_400;

/** A large database server. All assumptions of the simulation are in this file. */
export const SERVER = { cores: 32, walMegabytesPerSecond: 200, diskTerabytes: 4, keptDays: 180 } as const;
/**
 * One screenshot per posting. WebP takes 20 KB without a flyer, 35 KB with a drawn one, 60 KB with a photograph
 * (decision 0013).
 */
export const SCREENSHOT = { kilobytes: 42, keptDays: 90 } as const;
/** Postgres refuses writes when an unfrozen transaction is this old. */
const TRANSACTION_HORIZON = 2 ** 31;
/** Claim, submitting, posted, and the screenshot's file, outcome and completion; heartbeats not included. */
const TRANSACTIONS_PER_POSTING = 6;

export interface PollInterval {
  readonly name: string;
  /** Average number of polls per second of one page. */
  pollsPerSecond: number;
}

/** For each posting a page polls twice more: once to claim it, and once right after. */
const aroundPostings = (2 * POSTINGS_PER_PAGE_PER_DAY) / DAY_SECONDS;
export const POLL_INTERVALS: readonly PollInterval[] = [
  { name: 'every 30 s', pollsPerSecond: 1 / 30 },
  { name: 'every 12 to 15 minutes, by connected pages', pollsPerSecond: 1 / 810 + aroundPostings },
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
  { pollsPerSecond }: PollInterval,
  pages: number,
): { billionsPerDay: number; horizonHours: number } {
  const perDay = pages * (pollsPerSecond * DAY_SECONDS + POSTINGS_PER_PAGE_PER_DAY * TRANSACTIONS_PER_POSTING);
  return { billionsPerDay: perDay / 1e9, horizonHours: (TRANSACTION_HORIZON / perDay) * 24 };
}

/**
 * For each resource: how much of it this number of pages needs, and at which number of pages it is exhausted. The first
 * to be exhausted comes first.
 */
export function limitsOf(
  { poll, lifecycle, bytesPerPosting, screenshot }: Costs,
  { pollsPerSecond }: PollInterval,
  pages: number,
): Limit[] {
  const postingsPerSecond = POSTINGS_PER_PAGE_PER_DAY / DAY_SECONDS;
  const coresPerPage =
    (pollsPerSecond * (poll.postgresMs ?? 0) + postingsPerSecond * (lifecycle.postgresMs ?? 0)) / 1_000;
  const walPerPage = (pollsPerSecond * poll.walBytes + postingsPerSecond * lifecycle.walBytes) / 1e6;
  const diskPerPage = (POSTINGS_PER_PAGE_PER_DAY * SERVER.keptDays * bytesPerPosting) / 1e12;
  const screenshotWalPerPage = (postingsPerSecond * screenshot.walBytes) / 1e6;
  const screenshotDiskPerPage = (POSTINGS_PER_PAGE_PER_DAY * SCREENSHOT.keptDays * screenshot.storedBytes) / 1e12;
  const wal = (resource: string, perPage: number): Limit => ({
    resource,
    pages: SERVER.walMegabytesPerSecond / perPage,
    needed: `${(perPage * pages).toFixed(1)} of ${SERVER.walMegabytesPerSecond} MB/s`,
  });
  const disk = (resource: string, perPage: number): Limit => ({
    resource,
    pages: SERVER.diskTerabytes / perPage,
    needed: `${(perPage * pages).toFixed(2)} of ${SERVER.diskTerabytes} TB`,
  });
  const limits: Limit[] = [
    {
      resource: 'processor time of Postgres',
      pages: SERVER.cores / coresPerPage,
      needed: `${(coresPerPage * pages).toFixed(1)} of ${SERVER.cores} cores`,
    },
    wal('WAL', walPerPage),
    wal('WAL, with screenshots', walPerPage + screenshotWalPerPage),
    disk(`disk, ${SERVER.keptDays} days of postings`, diskPerPage),
    disk(`disk, ${SCREENSHOT.keptDays} days of screenshots`, screenshotDiskPerPage),
  ];
  return limits.filter((limit) => Number.isFinite(limit.pages)).sort((a, b) => a.pages - b.pages);
}
