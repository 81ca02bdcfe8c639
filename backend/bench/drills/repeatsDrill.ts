import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { percentile } from '../figure.ts';
import { type DevicePage, fillDevices, RULES } from '../fillDevices.ts';
import { Fleet } from '../fleet.ts';
import { Installation } from '../installation.ts';
import { treeProcessorMs } from '../processorTime.ts';
import { endedPostings, fleetFailures, prepareAccounts } from './accounts.ts';
import { type Drill, type DrillOutcome, type DrillSize, msUntil } from './drill.ts';

const OWNERS = { full: 20_000, short: 40 } as const;
const CREDITS = 100;
const WITHIN_MS = 1_200_000;
const POLL_EVERY_MS = 30_000;
const POLL_ANYWAY_MS = 15 * 60_000;
/** The server that docs/scaling.md computes with. */
const SERVER = { cores: 32, walBytesPerSecond: 200e6 };
/** Files that this process needs beside one connection for each page. */
const OTHER_FILES = 3_000;

/** One page for each owner. All connections are held by this process, so it may not open more files than the system permits. */
function ownersOf(size: DrillSize): number {
  const files = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  return files === 'unlimited' ? OWNERS[size] : Math.min(OWNERS[size], Number(files) - OTHER_FILES);
}

/** Owners with a page each, whose assistant with one flyer is repeated each day. */
async function fill(pool: Pool, users: number): Promise<DevicePage[]> {
  const pages = await fillDevices(pool, { users, pagesEach: 1, flyers: 0, credits: CREDITS });
  await pool.query(
    `WITH template AS (
       UPDATE assistants a SET queued_at = NULL, posting_rules = '${RULES}'::jsonb || jsonb_build_object('target_pages', jsonb_build_array(p.guid))
       FROM pages p WHERE p.owner_id = a.owner_id RETURNING a.id, a.owner_id
     ), flyer AS (
       INSERT INTO tasks (owner_id, assistant_id, sequence_order, description) SELECT owner_id, id, 0, 'Each day' FROM template
     )
     INSERT INTO repeats (assistant_id, every_days, local_time, time_zone, starts_on, next_at)
     SELECT id, 1, '09:00', 'UTC', current_date, now() + interval '1 day' FROM template`,
  );
  await pool.query('VACUUM ANALYZE');
  return pages;
}

/** All repeats are due at the next minute, when the job of each minute looks for them. Returns then. */
async function makeRepeatsDue(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ ms: number }>(
    `WITH next AS (SELECT date_trunc('minute', now()) + interval '1 minute' AS at), due AS (UPDATE repeats SET next_at = next.at FROM next)
     SELECT extract(epoch FROM at - clock_timestamp())::float8 * 1000 AS ms FROM next`,
  );
  await sleep(rows[0]?.ms ?? 0);
}

async function run(size: DrillSize): Promise<DrillOutcome> {
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const apis = [await installation.startApi(), await installation.startApi()];
    let worker = await installation.startWorker();
    await prepareAccounts(pool);
    const owners = ownersOf(size);
    const pages = await fill(pool, owners);
    const baseUrls = apis.map(({ baseUrl }) => baseUrl);
    const fleet = new Fleet(pages, { baseUrls, isLive: true, pauseMs: POLL_EVERY_MS, pollAnywayMs: POLL_ANYWAY_MS });
    const untilConnected = () => msUntil(() => fleet.connected === owners, WITHIN_MS);
    const untilEnded = (postings: number) =>
      msUntil(async () => ((await endedPostings(pool)) ?? 0) >= postings, WITHIN_MS, 500);
    const connectedMs = await untilConnected();

    const read = async () => ({
      Postgres: treeProcessorMs(installation.postgresPid),
      'api processes': apis.reduce((sum, { pid }) => sum + treeProcessorMs(pid), 0),
      'the worker': treeProcessorMs(worker.pid),
      'the devices': process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000,
      wal: Number((await pool.query(`SELECT pg_current_wal_lsn() - '0/0' AS bytes`)).rows[0]?.bytes),
    });
    await makeRepeatsDue(pool);
    const dueAt = performance.now();
    const before = await read();
    const endedMs = await untilEnded(owners);
    const after = await read();
    // Sorted, because reports are added when they are accepted.
    const waits = fleet.submittingAt.map((at) => (at - dueAt) / 1_000);

    // The next day, in the middle of which all processes are restarted.
    await pool.query(`UPDATE pages SET paid_until = now() - interval '1 second'`);
    await pool.query('INSERT INTO drill_ended_windows (page_guid) SELECT guid FROM pages');
    await makeRepeatsDue(pool);
    await untilEnded(1.5 * owners);
    await Promise.all([...apis, worker].map((node) => node.stop()));
    for (const [n, url] of baseUrls.entries()) apis[n] = await installation.startApi({ PORT: new URL(url).port });
    worker = await installation.startWorker();
    const reconnectedMs = await untilConnected();
    await untilEnded(2 * owners);
    await fleet.stop();

    const each = (what: keyof typeof before) => (after[what] - before[what]) / owners;
    const perSecond = {
      'the processor of Postgres': SERVER.cores / (each('Postgres') / 1_000),
      WAL: SERVER.walBytesPerSecond / each('wal'),
    };
    const [limit, rate = 0] = Object.entries(perSecond).sort(([, a], [, b]) => a - b)[0] ?? [];
    const processes = (what: 'api processes' | 'the worker') => Math.ceil((rate * each(what)) / 1_000);
    const ms = (what: keyof typeof before) => `${each(what).toFixed(1)} ms`;
    const seconds = (value: number) => `${(value / 1_000).toFixed(1)} s`;
    return {
      results: [
        `${owners} pages of as many owners, two api processes and a worker: connected within ${seconds(connectedMs)}`,
        `all repeats due at once: from their time to submitting ${percentile(waits, 0.5).toFixed(1)} s (p50), ${percentile(waits, 0.99).toFixed(1)} s (p99); all posted, with their screenshots, after ${seconds(endedMs)}`,
        `a posting and its repeat took ${ms('Postgres')} of processor time in Postgres, ${ms('api processes')} in api processes, ${ms('the worker')} in the worker, ${ms('the devices')} in the devices, and ${(each('wal') / 1_000).toFixed(1)} KB of WAL`,
        `exhausted first with ${SERVER.cores} cores and ${SERVER.walBytesPerSecond / 1e6} MB of WAL per second: ${limit}, at ${Math.floor(rate)} postings per second, with ${processes('api processes')} api processes and ${processes('the worker')} workers`,
        `all processes restarted in the middle of the next day's postings: all pages connected again ${seconds(reconnectedMs)} after the start`,
      ],
      failures: [
        ...(fleet.submittingAt.length < 2 * owners
          ? [`${2 * owners - fleet.submittingAt.length} posts are missing`]
          : []),
        ...(await fleetFailures(pool, fleet)),
        ...[...apis, worker].filter((node) => node.hasEnded()).map(() => 'a process ended by itself'),
      ],
    };
  });
}

export const repeatsDrill: Drill = { title: 'the daily repeats of thousands of owners are due at once', run };
