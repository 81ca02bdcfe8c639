import { pino } from 'pino';
import { buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import { whileUncommitted } from '../../test/locks.ts';
import { runJobs } from '../../test/runJobs.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { useTestServer } from '../../test/testServer.ts';
import { deleteAssistant } from '../assistants/assistants.service.ts';
import { poolOf } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import { BATCH } from '../postings/end/inBatches.ts';
import { createTaskList } from '../taskList.ts';
import { addJobSql, deliverScreenshotsJobSql } from './enqueue.query.ts';
import { freeJobsOfDeadWorkers } from './heartbeats.ts';
import { startRepeatingTimer } from './repeatingTimer.ts';
import { enqueueDueJobs } from './schedule.ts';

const database = useTestDatabase();
const enqueue = () => database.pool.query(`SELECT ${deliverScreenshotsJobSql(`'an assistant'`)}`);

test('a job that is enqueued while a worker takes the one with the same key runs after it', async () => {
  await enqueue();
  const take = `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'a worker' RETURNING id`;
  await whileUncommitted(database.db, (db) => db.query(take), enqueue);
  const { rows } = await database.pool.query('SELECT key, locked_by FROM graphile_worker.jobs ORDER BY id');
  expect(rows).toEqual([
    { key: null, locked_by: 'a worker' },
    { key: 'delivery:an assistant', locked_by: null },
  ]);
});

describe('heartbeats', () => {
  const database = useTestDatabase();
  const pool = () => poolOf(database.db);

  beforeEach(async () => {
    await pool().query('DELETE FROM graphile_worker._private_jobs');
    await pool().query('DELETE FROM worker_heartbeats');
  });

  const lockJob = async (workerId: string, secondsAgo: number) => {
    await pool().query(`SELECT ${addJobSql('housekeeping', `'{}'::json`)}`);
    await pool().query(
      `UPDATE graphile_worker._private_jobs SET locked_by = $1, locked_at = now() - $2 * interval '1 second', attempts = 1`,
      [workerId, secondsAgo],
    );
  };
  const storeHeartbeat = (workerId: string, secondsAgo: number) =>
    pool().query(`INSERT INTO worker_heartbeats VALUES ($1, now() - $2 * interval '1 second')`, [workerId, secondsAgo]);
  const lockedBy = async () =>
    (await pool().query<{ locked_by: string | null }>('SELECT locked_by FROM graphile_worker.jobs')).rows.map(
      (job) => job.locked_by,
    );
  const heartbeats = async () =>
    (await pool().query<{ worker_id: string }>('SELECT worker_id FROM worker_heartbeats')).rows.map(
      (row) => row.worker_id,
    );

  test('a worker with a recent heartbeat keeps a job that it locked an hour ago', async () => {
    await lockJob('pool-slow', 3_600);
    await storeHeartbeat('pool-slow', 11);
    expect(await freeJobsOfDeadWorkers(database.db)).toEqual([]);
    expect(await lockedBy()).toEqual(['pool-slow']);
  });

  test('a job of a worker without a heartbeat is unlocked, unless it was locked seconds ago', async () => {
    await lockJob('pool-no-heartbeat', 46);
    expect(await freeJobsOfDeadWorkers(database.db)).toEqual(['pool-no-heartbeat']);
    await pool().query('DELETE FROM graphile_worker._private_jobs');
    await lockJob('pool-started', 2);
    expect(await freeJobsOfDeadWorkers(database.db)).toEqual([]);
  });

  test('two simultaneous sweeps unlock the jobs of a dead worker, which is deregistered', async () => {
    await lockJob('pool-dead', 50);
    await storeHeartbeat('pool-dead', 46);
    const freed = await Promise.all([freeJobsOfDeadWorkers(database.db), freeJobsOfDeadWorkers(database.db)]);
    expect(freed.flat()).toContain('pool-dead');
    expect([await lockedBy(), await heartbeats()]).toEqual([[null], []]);
  });
});

describe('timers', () => {
  const logger = pino({ level: 'silent' });

  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('runs immediately and then at each interval, also after a run that throws', async () => {
    const work = jest.fn().mockRejectedValueOnce(new Error('no database')).mockResolvedValue(undefined);
    const logged = jest.spyOn(logger, 'error');
    const timer = startRepeatingTimer({ name: 'the sweep', everySeconds: 2, logger, work });
    await jest.advanceTimersByTimeAsync(0);
    expect(work).toHaveBeenCalledTimes(1);
    expect(logged).toHaveBeenCalledWith({ err: expect.any(Error) }, 'the sweep failed');
    await jest.advanceTimersByTimeAsync(4_000);
    expect(work).toHaveBeenCalledTimes(3);
    await timer.stop();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(work).toHaveBeenCalledTimes(3);
  });

  test('does not start a run during a long one, and a stop waits for the run to end', async () => {
    let finish = () => {};
    const work = jest.fn(
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    const timer = startRepeatingTimer({ name: 'the sweep', everySeconds: 2, logger, work });
    await jest.advanceTimersByTimeAsync(9_000);
    expect(work).toHaveBeenCalledTimes(1);
    let isStopped = false;
    const stopped = timer.stop().then(() => {
      isStopped = true;
    });
    await jest.advanceTimersByTimeAsync(100);
    expect(isStopped).toBe(false);
    finish();
    await stopped;
  });
});

describe('schedule', () => {
  const database = useTestDatabase();
  const query = (text: string) => database.pool.query(text).then(({ rows }) => rows);
  const ALL = ['bot_sweep', 'check_books', 'housekeeping', 'offline_sweep', 'screenshot_retention'];
  const enqueued = async () => (await query('SELECT key FROM graphile_worker.jobs ORDER BY key')).map(({ key }) => key);
  const setClock = (enqueuedAt: string) => query(`UPDATE scheduled_jobs SET enqueued_at = ${enqueuedAt}`);
  const lockJobs = () =>
    query(
      `UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'a worker', attempts = attempts + 1`,
    );

  beforeEach(async () => {
    await query('DELETE FROM graphile_worker._private_jobs; DELETE FROM scheduled_jobs');
    await enqueueDueJobs(database.db);
  });

  test('a job runs first in the interval after the one in which it was registered, and then once in each, however many workers ask', async () => {
    expect(await enqueued()).toEqual([]);
    await setClock(`date_trunc('hour', now()) - interval '1 second'`);
    await Promise.all(Array.from({ length: 5 }, () => enqueueDueJobs(database.db)));
    expect(await enqueued()).toEqual(ALL);
  });

  test('after the clock was set back by a day, the jobs are enqueued, and run now [S16.5-2]', async () => {
    await query(
      `SELECT graphile_worker.add_job('bot_sweep', job_key := 'bot_sweep', run_at := now() + interval '1 day')`,
    );
    await setClock(`now() + interval '1 day'`);
    await enqueueDueJobs(database.db);
    expect(await enqueued()).toEqual(ALL);
    expect(await query('SELECT key FROM graphile_worker.jobs WHERE run_at > now()')).toEqual([]);
  });

  test('a running job is not enqueued a second time, and the time since a waiting job became due is kept', async () => {
    await query(`SELECT graphile_worker.add_job('bot_sweep', job_key := 'bot_sweep')`);
    await lockJobs();
    await query(
      `SELECT graphile_worker.add_job('offline_sweep', job_key := 'offline_sweep', run_at := now() - interval '9 minutes')`,
    );
    await setClock(`now() - interval '2 hours'`);
    await enqueueDueJobs(database.db);
    expect(await enqueued()).toEqual(ALL);
    const late = `SELECT 1 FROM graphile_worker.jobs WHERE key = 'offline_sweep' AND run_at < now() - interval '9 minutes'`;
    expect(await query(late)).toHaveLength(1);
  });
});

const server = useTestServer();
const db = () => server.context.db;

/** Deletes this many assistants of a new owner without cancelling anything: that is left to jobs. */
async function deletedAssistants({ assistants = 1, flyers = 1 } = {}) {
  const { id: ownerId } = await buildUser(db());
  const page = await buildPage(db(), ownerId);
  for (let n = 0; n < assistants; n++) {
    const { id } = await buildQueuedAssistant(db(), ownerId, {
      flyers: Array.from({ length: flyers }, (_, n) => `Flyer ${n}`),
      pages: [page],
    });
    await inTransaction(db(), (db) => deleteAssistant(db, ownerId, id));
  }
  const pending = async () => {
    const [row] = await db().query(
      "SELECT count(*)::int AS postings FROM page_postings WHERE owner_id = $1 AND status = 'pending'",
      [ownerId],
    );
    return row.postings;
  };
  return { ownerId, page, pending };
}

const waitingJobs = (ownerId: string) =>
  db().query(
    "SELECT task_identifier AS name, queue_name, payload FROM graphile_worker.jobs j JOIN graphile_worker._private_jobs p USING (id) WHERE p.payload ->> 'owner_id' = $1",
    [ownerId],
  );

test('a job whose turn is over is enqueued again with what is left', async () => {
  const { ownerId, pending } = await deletedAssistants({ flyers: BATCH + 1 });
  const [job] = await waitingJobs(ownerId);
  await db().query("DELETE FROM graphile_worker._private_jobs WHERE payload ->> 'owner_id' = $1", [ownerId]);
  const { cancel_postings_of_assistant: run } = createTaskList(server.context, null);
  await run?.(job.payload, { abortSignal: AbortSignal.abort() } as never);
  expect(await pending()).toBe(1);
  expect(await waitingJobs(ownerId)).toEqual([job]);
  await runJobs(server);
  expect(await pending()).toBe(0);
  expect(await waitingJobs(ownerId)).toEqual([]);
});
