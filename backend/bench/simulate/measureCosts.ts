import { randomBytes, randomInt } from 'node:crypto';
import type { Pool } from 'pg';
import { createDeviceCalls } from '../../src/extension/extension.service.ts';
import { createPostgresFileStore } from '../../src/files/postgresFileStore.ts';
import { dbOn } from '../../test/dbOn.ts';
import { pageAt } from '../claims/fillQueue.ts';
import { CONNECTIONS, productRate, type Work, wholeLifecycle } from '../claims/productWork.ts';
import { postgresProcessorMs, postmasterOf } from '../processorTime.ts';
import { SCREENSHOT } from './demand.ts';

const SECONDS = 6;
const SCREENSHOTS = 1_000;

export interface Cost {
  readonly perSecondHere: number;
  /** Null without /proc. */
  readonly postgresMs: number | null;
  readonly walBytes: number;
}

/** The cost of one call for Postgres, measured on ten connections at once. */
async function costOf(pool: Pool, work: Work, firstPosition: number): Promise<Cost> {
  const { rows } = await pool.query<{ pid: number; lsn: string }>(
    'SELECT pg_backend_pid() AS pid, pg_current_wal_lsn() AS lsn',
  );
  const { pid = 0, lsn = '0/0' } = rows[0] ?? {};
  const postmaster = postmasterOf(pid);
  const before = postgresProcessorMs(postmaster);
  const { perSecond, nextPosition } = await productRate(pool, work, { firstPosition, seconds: SECONDS });
  const after = postgresProcessorMs(postmaster);
  const { rows: end } = await pool.query<{ bytes: number }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::float8 AS bytes',
    [lsn],
  );
  const calls = nextPosition - firstPosition;
  return {
    perSecondHere: perSecond,
    postgresMs: before === null || after === null ? null : (after - before) / calls,
    walBytes: (end[0]?.bytes ?? 0) / calls,
  };
}

/** The cost of one screenshot stored in Postgres: bytes on disk with TOAST, and bytes of WAL. */
async function costOfScreenshot(pool: Pool): Promise<Costs['screenshot']> {
  const store = createPostgresFileStore(dbOn(pool));
  const size = async () => {
    const { rows } = await pool.query<{ bytes: number; lsn: number }>(
      `SELECT pg_total_relation_size('blobs')::float8 AS bytes, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS lsn`,
    );
    return rows[0] ?? { bytes: 0, lsn: 0 };
  };
  const before = await size();
  for (let count = 0; count < SCREENSHOTS; count++) {
    await store.put(
      `original/${randomBytes(32).toString('hex')}`,
      randomBytes(SCREENSHOT.kilobytes * 1_000),
      'image/webp',
    );
  }
  const after = await size();
  return { storedBytes: (after.bytes - before.bytes) / SCREENSHOTS, walBytes: (after.lsn - before.lsn) / SCREENSHOTS };
}

export interface Costs {
  readonly poll: Cost;
  readonly lifecycle: Cost;
  /** Share of the polls whose UPDATE was HOT. */
  readonly hotShare: number;
  readonly bytesPerPosting: number;
  readonly screenshot: { readonly storedBytes: number; readonly walBytes: number };
}

/** `idleFrom` is the first position whose page has no postings, `pages` the number of all pages. */
export async function measureCosts(
  pool: Pool,
  { idleFrom, pages }: { idleFrom: number; pages: number },
): Promise<Costs> {
  const calls = createDeviceCalls(dbOn(pool));
  const pollOne: Work = async () => {
    const { deviceHash } = pageAt(randomInt(idleFrom, pages));
    const row = await calls.poll({ secretHash: deviceHash, facts: {}, maxPolls: 1_000_000 });
    if (!row?.linked) throw new Error('a page of the simulation is not there');
  };
  const hot = async () => {
    const { rows } = await pool.query<{ hot: number; all: number }>(
      `SELECT n_tup_hot_upd::float8 AS hot, n_tup_upd::float8 AS all FROM pg_stat_user_tables WHERE relname = 'pages'`,
    );
    return rows[0] ?? { hot: 0, all: 0 };
  };
  // A warm-up for connections, statements and caches.
  await productRate(pool, pollOne, { firstPosition: 0, seconds: 1 });
  const hotBefore = await hot();
  const polls = await costOf(pool, pollOne, 0);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const hotAfter = await hot();
  const lifecycle = await costOf(pool, wholeLifecycle, 0);
  const { rows } = await pool.query<{ bytes: number }>(
    `SELECT (pg_total_relation_size('page_postings') / greatest((SELECT count(*) FROM page_postings), 1)
       + 2 * pg_total_relation_size('posting_transitions') / greatest((SELECT count(*) FROM posting_transitions), 1))::float8 AS bytes`,
  );
  return {
    poll: polls,
    lifecycle,
    hotShare: (hotAfter.hot - hotBefore.hot) / Math.max(1, hotAfter.all - hotBefore.all),
    bytesPerPosting: rows[0]?.bytes ?? 0,
    screenshot: await costOfScreenshot(pool),
  };
}

export { CONNECTIONS };
