import { POSTING_SORTS, type PostingSort, TRENDS_RANGES } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import { SEED_TERMS } from '../../seed/vocabulary.ts';
import { listTrends } from '../../src/admin/trends.query.ts';
import { analyzePostings } from '../../src/postings/analytics.query.ts';
import { countPostings, listPostings } from '../../src/postings/detailedPostings.query.ts';
import type { PostingsFilter } from '../../src/postings/list/matching.query.ts';
import { dbOn } from '../../test/dbOn.ts';
import { medianOf } from '../figure.ts';

const LIMIT = 50;
const WARM_UP = 2;
const RUNS = 5;
/** The rounds are some time apart, so that a few seconds of other load affect only one of them. */
const ROUNDS = 3;

export const SEARCHES = {
  none: '',
  rare: SEED_TERMS.rare.word,
  '0.6 %': SEED_TERMS.uncommon.word,
  '12 %': SEED_TERMS.common.word,
  'no hit': 'qwertzuiop',
} as const;
export type SearchName = keyof typeof SEARCHES;
export const PAGES = ['first', 'middle', 'last'] as const;

export interface Timing {
  readonly sort: PostingSort;
  readonly search: SearchName;
  readonly page: (typeof PAGES)[number];
  readonly p50: number;
  readonly p95: number;
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let run = -WARM_UP; run < RUNS; run++) {
    const startedAt = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - startedAt);
  }
  return times;
}

function summarize(times: readonly number[]) {
  const sorted = [...times].sort((a, b) => a - b);
  return { p50: medianOf(sorted), p95: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0 };
}

type Combination = Pick<Timing, 'sort' | 'search' | 'page'>;
const COMBINATIONS: readonly Combination[] = POSTING_SORTS.flatMap((sort) =>
  (Object.keys(SEARCHES) as SearchName[]).flatMap((search) => PAGES.map((page) => ({ sort, search, page }))),
);

/** A call of the admin's list. Its total is measured separately, because it is kept for 5 seconds and read at the same time. */
async function callOf(pool: Pool, { sort, search, page }: Combination): Promise<() => Promise<unknown>> {
  const filter = { search: SEARCHES[search], archived: false };
  const last = Math.max(1, Math.ceil((await countPostings(dbOn(pool), filter)) / LIMIT));
  const number = { first: 1, middle: Math.ceil(last / 2), last }[page];
  return () => listPostings(dbOn(pool), { ...filter, page: number, limit: LIMIT, sort, order: -1 });
}

export interface Scan {
  /** With one process, as our own statements run. */
  readonly alone: number[];
  /** With as many processes as Postgres chooses. */
  readonly parallel: number[];
}

/** Reads the first page by a sequential scan of the same table, without search, total and joins. */
async function timeScan(pool: Pool): Promise<Scan> {
  const client = await pool.connect();
  try {
    await client.query('SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off');
    const sql = `SELECT id FROM page_postings WHERE NOT archived ORDER BY updated_at DESC, id DESC LIMIT ${LIMIT}`;
    const parallel = await millisecondsOf(() => client.query(sql));
    await client.query('SET max_parallel_workers_per_gather = 0');
    return { parallel, alone: await millisecondsOf(() => client.query(sql)) };
  } finally {
    client.release(true);
  }
}

const HOUR_MS = 3_600_000;
const since = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString();

/** Filters without a search. */
export const FILTERS: Readonly<Record<string, PostingsFilter>> = {
  'status failed': { status: 'failed' },
  'status posting': { status: 'posting' },
  'stuck work': { stuck: 'any' },
  'an owner': { owner: '200000005' },
  'an hour': { created_from: since(25), created_to: since(24) },
  'a week': { created_from: since(24 * 8), created_to: since(24) },
};
const FILTERED_SORTS = ['updatedAt', 'total', 'unchanged'] as const;

/** The time of the first page of a filter and its total, in the slowest of three orders. */
async function timeFilter(pool: Pool, filter: PostingsFilter): Promise<number> {
  const times: number[] = [];
  for (const sort of FILTERED_SORTS) {
    const page = () => listPostings(dbOn(pool), { ...filter, page: 1, limit: LIMIT, sort, order: -1 });
    times.push(medianOf(await millisecondsOf(page)));
  }
  times.push(medianOf(await millisecondsOf(() => countPostings(dbOn(pool), filter))));
  return Math.max(...times);
}

export interface Measured {
  readonly lists: Timing[];
  readonly filters: ReadonlyMap<string, number[]>;
  readonly totals: ReadonlyMap<SearchName, number[]>;
  readonly analytics: number[];
  /** Of the longest range that the charts offer. */
  readonly trends: number[];
  readonly scan: Scan;
}

/** Measures every order, search and page, the analytics, the charts by day, and the sequential scan that they are compared with. */
export async function timeAdminCalls(pool: Pool): Promise<Measured> {
  const times = new Map<Combination, number[]>(COMBINATIONS.map((combination) => [combination, []]));
  const totals = new Map<SearchName, number[]>();
  const filters = new Map<string, number[]>();
  const analytics: number[] = [];
  const trends: number[] = [];
  const scan: Scan = { alone: [], parallel: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const { alone, parallel } = await timeScan(pool);
    scan.alone.push(...alone);
    scan.parallel.push(...parallel);
    for (const [combination, of] of times) of.push(...(await millisecondsOf(await callOf(pool, combination))));
    for (const search of Object.keys(SEARCHES) as SearchName[]) {
      const count = () => countPostings(dbOn(pool), { search: SEARCHES[search], archived: false });
      totals.set(search, [...(totals.get(search) ?? []), ...(await millisecondsOf(count))]);
    }
    for (const [name, filter] of Object.entries(FILTERS)) {
      filters.set(name, [...(filters.get(name) ?? []), await timeFilter(pool, filter)]);
    }
    analytics.push(...(await millisecondsOf(() => analyzePostings(dbOn(pool), [500]))));
    trends.push(...(await millisecondsOf(() => listTrends(dbOn(pool), [Math.max(...TRENDS_RANGES)]))));
  }
  return {
    lists: [...times].map(([combination, of]) => ({ ...combination, ...summarize(of) })),
    filters,
    totals,
    analytics,
    trends,
    scan,
  };
}
