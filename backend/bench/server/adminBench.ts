import { POSTING_SORTS, type PostingSort, TRENDS_RANGES } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import { seedDatabase } from '../../seed/seedDatabase.ts';
import { SEED_TERMS } from '../../seed/vocabulary.ts';
import { listTrends } from '../../src/admin/stats.query.ts';
import { poolOf } from '../../src/database/pool.ts';
import { closeDatabase, migrate, openDatabase } from '../../src/dataSource.ts';
import { analyzePostings } from '../../src/postings/list/analytics.query.ts';
import { countPostings, listPostings } from '../../src/postings/list/detailedPostings.query.ts';
import type { PostingsFilter } from '../../src/postings/list/matching.query.ts';
import { dbOn } from '../../test/dbOn.ts';
import { atMost, type Figure, medianOf } from '../figure.ts';
import { Installation } from '../installation.ts';

const POSTINGS = Number(process.env.ADMIN_POSTINGS ?? 1_000_000);
const POSTINGS_PER_USER = 100;
const LIMIT = 50;
const WARM_UP = 2;
const RUNS = 5;
/** The rounds are some time apart, so that a few seconds of other load affect only one of them. */
const ROUNDS = 3;

const since = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const SEARCHES: Readonly<Record<string, PostingsFilter>> = {
  none: {},
  rare: { search: SEED_TERMS.rare.word },
  '0.6 %': { search: SEED_TERMS.uncommon.word },
  '12 %': { search: SEED_TERMS.common.word },
  'no hit': { search: 'qwertzuiop' },
};
const FILTERS: Readonly<Record<string, PostingsFilter>> = {
  'status failed': { status: 'failed' },
  'status posting': { status: 'posting' },
  'stuck work': { stuck: 'any' },
  'an owner': { owner: '200000005' },
  'an hour': { created_from: since(25), created_to: since(24) },
  'a week': { created_from: since(24 * 8), created_to: since(24) },
};

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = -WARM_UP; run < RUNS; run++) {
    const startedAt = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - startedAt);
  }
  return medianOf(times);
}

/** Reads the first page by a sequential scan of the same table by one process, without search, total and joins. */
async function timeScan(pool: Pool): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query(`SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off;
      SET max_parallel_workers_per_gather = 0`);
    return await timeOf(() =>
      client.query(`SELECT id FROM page_postings WHERE NOT archived ORDER BY updated_at DESC, id DESC LIMIT ${LIMIT}`),
    );
  } finally {
    client.release(true);
  }
}

async function callsOf(pool: Pool) {
  const db = dbOn(pool);
  const inEachOrder = (filter: PostingsFilter, page: number) =>
    POSTING_SORTS.map(
      (sort: PostingSort) => () => listPostings(db, { ...filter, page, limit: LIMIT, sort, order: -1 }),
    );
  const calls: { what: string; bound: number; variants: (() => Promise<unknown>)[] }[] = [
    { what: 'performance-analytics?limit=500', bound: 1.5, variants: [() => analyzePostings(db, [500])] },
    { what: 'charts of 90 days', bound: 1.5, variants: [() => listTrends(db, [Math.max(...TRENDS_RANGES)])] },
  ];
  for (const [name, search] of Object.entries(SEARCHES)) {
    const filter = { ...search, archived: false };
    const last = Math.max(1, Math.ceil((await countPostings(db, filter)) / LIMIT));
    for (const [which, number] of Object.entries({ first: 1, middle: Math.ceil(last / 2), last })) {
      const what = `search ${name}, ${which} page, slowest order`;
      calls.push({ what, bound: 1.5, variants: inEachOrder(filter, number) });
    }
    calls.push({ what: `search ${name}, exact total`, bound: 1.5, variants: [() => countPostings(db, filter)] });
  }
  for (const [name, filter] of Object.entries(FILTERS)) {
    const variants = [...inEachOrder(filter, 1), () => countPostings(db, filter)];
    calls.push({ what: `filter ${name}, slowest order or total`, bound: 1.5, variants });
  }
  return calls;
}

async function measure(pool: Pool): Promise<Figure[]> {
  const calls = (await callsOf(pool)).map((call) => ({ ...call, samples: [] as number[] }));
  const scans: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const scan = await timeScan(pool);
    scans.push(scan);
    for (const { variants, samples } of calls) {
      const times: number[] = [];
      for (const variant of variants) times.push(await timeOf(variant));
      samples.push(Math.max(...times) / scan);
    }
  }
  const reference = 'sequential scan, same round';
  return [
    { what: 'sequential scan', unit: 'ms', samples: scans, reference: '-', bound: null },
    ...calls.map(({ what, bound, samples }) => ({ what, unit: 'of it', samples, reference, bound: atMost(bound) })),
  ];
}

async function run(): Promise<Figure[]> {
  return Installation.with(async ({ databaseUrl }) => {
    const db = await openDatabase(databaseUrl, { poolSize: 3 });
    try {
      await migrate(db);
      const users = POSTINGS / POSTINGS_PER_USER;
      await seedDatabase(poolOf(db), { postings: POSTINGS, users, seed: 1, now: new Date() });
      return await measure(poolOf(db));
    } finally {
      await closeDatabase(db);
    }
  });
}

export const adminBench = { title: `the admin's list of ${POSTINGS.toLocaleString('en-US')} postings`, run };
