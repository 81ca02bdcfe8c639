import { randomUUID } from 'node:crypto';
import type { PoolClient } from 'pg';
import { until } from '../test/eventually.ts';
import { waitForLockWait } from '../test/locks.ts';
import { useTestServer } from '../test/testServer.ts';
import { addJobSql, type JobName } from './jobs/enqueue.query.ts';
import { readableLogger } from './server/http/smallServer.testing.ts';
import { type RunningWorker, startWorker } from './worker.ts';

const { logger, lines } = readableLogger();
const server = useTestServer({ LEASE_SECONDS: '1' }, logger);
let worker: RunningWorker | null = null;

afterEach(async () => {
  await worker?.stop();
  worker = null;
  await server.context.pool.query('DELETE FROM graphile_worker._private_jobs');
});

const count = async (sql: string, values: unknown[] = []) =>
  Number((await server.context.pool.query<{ count: string }>(sql, values)).rows[0]?.count);
const jobs = () => count('SELECT count(*) FROM graphile_worker.jobs');
const expiredProofs = () => count('SELECT count(*) FROM used_proofs WHERE expires_at < now()');
const add = (name: JobName) => `SELECT ${addJobSql(name, `'{}'::json`)}`;

const insertExpiredProof = () =>
  server.context.pool.query(`INSERT INTO used_proofs VALUES ($1, now() - interval '1 hour')`, [
    Buffer.from(randomUUID()),
  ]);
const start = async (
  take: (postingId: string, signal?: AbortSignal) => Promise<Buffer> = () => Promise.reject(new Error()),
  pace: Parameters<typeof startWorker>[2] = {},
) => {
  worker = await startWorker(
    server.context,
    { screenshotTaker: { take } },
    { pollIntervalMs: 100, restartAfterMs: 100, ...pace },
  );
  return worker;
};

/** Waits until the worker logs a lost database connection. Counts only lines that are logged after the call. */
const waitForDisconnect = () => {
  const before = lines().length;
  return until(async () =>
    lines()
      .slice(before)
      .some(({ msg }) => msg === 'the job runner lost its database connection'),
  );
};

test('a job enqueued inside a transaction runs immediately after the commit, and not before', async () => {
  await insertExpiredProof();
  await start();
  const client = await server.context.pool.connect();
  await client.query('BEGIN');
  await client.query(add('housekeeping'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await expiredProofs()).toBe(1);
  await client.query('COMMIT');
  client.release();
  await until(async () => (await expiredProofs()) === 0);
  await until(async () => (await jobs()) === 0);
});

describe('with a job that does not end', () => {
  let blocker: PoolClient | null = null;
  /** Adds a housekeeping job that waits for a table which a transaction of the test has locked. */
  const addHangingJob = async () => {
    blocker = await server.context.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('LOCK TABLE used_proofs');
    await server.context.pool.query(add('housekeeping'));
  };
  const releaseTable = async () => {
    await blocker?.query('ROLLBACK');
    blocker?.release();
    blocker = null;
  };
  const lockedJobs = () => count('SELECT count(locked_by) FROM graphile_worker.jobs');
  afterEach(releaseTable);

  test('a sweep that has not ended after 15 minutes makes /healthz fail with a reason, and a long job does not [S16.5-2]', async () => {
    await start();
    await addHangingJob();
    await blocker?.query('LOCK TABLE repeats');
    const repeat = JSON.stringify({ owner_id: randomUUID(), assistant_id: randomUUID() });
    await server.context.pool.query(`SELECT ${addJobSql('run_repeat', '$1::json')}`, [repeat]);
    await waitForLockWait(server.context.db, 2);
    // Scheduled jobs that the worker found at its start have ended.
    await until(async () => (await lockedJobs()) === 2);
    const hangingJobs = () => server.context.problems.lasting().filter((problem) => problem.startsWith('the job '));
    const startedAt = performance.now();
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => startedAt + 800_000);
    try {
      expect(hangingJobs()).toEqual([]);
      clock.mockImplementation(() => startedAt + 11 * 3_600_000);
      expect(hangingJobs()).toEqual([
        expect.stringMatching(/^the job run_repeat has run for 3960\d s and has not ended$/),
      ]);
      expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(503);
    } finally {
      clock.mockRestore();
    }
    await releaseTable();
    await until(async () => (await jobs()) === 0);
    expect(hangingJobs()).toEqual([]);
  });

  test('a worker that lost its database connection runs other jobs, although that job does not end', async () => {
    await start(undefined, { abandonIdleMs: 200, abandonBusyMs: 1_000 });
    await addHangingJob();
    await until(async () => (await lockedJobs()) === 1);
    const { pool } = server.context;
    const { rows } = await pool.query<{ locked_by: string }>('SELECT locked_by FROM graphile_worker.jobs');
    const disconnected = waitForDisconnect();
    await pool.query('ALTER TABLE graphile_worker._private_jobs RENAME TO _hidden_jobs');
    await disconnected;
    await pool.query('ALTER TABLE graphile_worker._hidden_jobs RENAME TO _private_jobs');
    const beats = 'SELECT count(*) FROM worker_heartbeats WHERE worker_id = $1';
    await until(async () => (await count(beats, [rows[0]?.locked_by])) === 0);
    await pool.query(add('deliver_screenshots'));
    const deliveries = `SELECT count(*) FROM graphile_worker.jobs WHERE task_identifier = 'deliver_screenshots'`;
    await until(async () => (await count(deliveries)) === 0);
  });
});

describe('with screenshots that do not end', () => {
  const addScreenshot = async () => {
    // A minimal posting without claim and charge is enough here.
    const { rows } = await server.context.pool.query<{ id: string }>(`
      WITH u AS (INSERT INTO users (telegram_id, username) VALUES (gen_random_uuid()::text, 'u') RETURNING id),
      a AS (INSERT INTO assistants (owner_id, posting_rules) SELECT id, '{}' FROM u RETURNING id, owner_id),
      t AS (INSERT INTO tasks (owner_id, assistant_id, sequence_order, posted_count) SELECT owner_id, id, 0, 1 FROM a RETURNING id),
      g AS (INSERT INTO pages (owner_id, creator_id) SELECT id, 'page' FROM u RETURNING guid)
      INSERT INTO page_postings (owner_id, assistant_id, task_id, page_guid, status, queued_at, sequence_order, run_index, delay_hours, gap_hours)
      SELECT a.owner_id, a.id, t.id, g.guid, 'posted', now(), 0, 0, 0, 0 FROM a, t, g RETURNING id`);
    const id = rows[0]?.id as string;
    await server.context.pool.query('INSERT INTO pending_screenshots (posting_id) VALUES ($1)', [id]);
    server.context.hints.send({ kind: 'screenshots' });
    return id;
  };
  const tries = (id: string) => count('SELECT tries AS count FROM pending_screenshots WHERE posting_id = $1', [id]);
  afterEach(() => server.context.pool.query('DELETE FROM pending_screenshots'));

  test('a stop aborts the screenshots in progress and leaves them for the next worker', async () => {
    const running = await start(
      (_, signal) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const id = await addScreenshot();
    await until(async () => (await tries(id)) === 1);
    await running.stop();
    worker = null;
    expect(await tries(id)).toBe(0);
  });

  test('a stop ends although the browser ignores the abort', async () => {
    const running = await start(() => new Promise(() => undefined));
    const id = await addScreenshot();
    await until(async () => (await tries(id)) === 1);
    await running.stop();
    worker = null;
    expect(await tries(id)).toBe(0);
  });
});

test('when the database drops every connection during a job, this job and later ones are completed', async () => {
  await start();
  await insertExpiredProof();
  const drop = () =>
    server.context.pool.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
  for (let outage = 0; outage < 8; outage++) {
    await server.context.pool.query(add('housekeeping')).catch(() => undefined);
    await drop().catch(() => undefined);
  }
  await server.context.pool.query(add('housekeeping'));
  await until(async () => (await jobs()) === 0 && (await expiredProofs()) === 0);
});
