import { waitForLockWait } from '../../test/locks.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { enqueueDueJobs } from './schedule.ts';

const database = useTestDatabase();
const query = (text: string) => database.pool.query(text).then(({ rows }) => rows);
const ALL = ['bot_sweep', 'check_books', 'housekeeping', 'offline_sweep', 'screenshot_retention'];
const enqueued = async () => (await query('SELECT key FROM graphile_worker.jobs ORDER BY key')).map(({ key }) => key);
const setClock = (enqueuedAt: string) => query(`UPDATE scheduled_jobs SET enqueued_at = ${enqueuedAt}`);
const lockJobs = () =>
  query(`UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'a worker', attempts = attempts + 1`);

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

test('a job that waits after failures is tried again, keeps its number of failures, and has attempts left', async () => {
  await query(`SELECT graphile_worker.add_job('bot_sweep', job_key := 'bot_sweep', run_at := now() + interval '6 hours');
    UPDATE graphile_worker._private_jobs SET attempts = 9, max_attempts = 9, last_error = 'no permission'`);
  await setClock(`now() - interval '2 hours'`);
  await enqueueDueJobs(database.db);
  expect(
    await query(
      `SELECT attempts, last_error, max_attempts > 9 AS more, run_at <= now() AS due FROM graphile_worker.jobs WHERE key = 'bot_sweep'`,
    ),
  ).toEqual([{ attempts: 9, last_error: 'no permission', more: true, due: true }]);
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

test('the schedule, which waits for a job that is being deleted, blocks the deletion of no other job', async () => {
  for (const name of ALL)
    await query(`SELECT graphile_worker.add_job('${name}', job_key := '${name}', run_at := now() + interval '1 day')`);
  await setClock(`now() - interval '2 hours'`);
  const finished = await database.pool.connect();
  try {
    await finished.query(`BEGIN; SET LOCAL lock_timeout = '2s'`);
    // The last one of the schedule: all others are already enqueued when the schedule waits for it.
    await finished.query(`DELETE FROM graphile_worker._private_jobs WHERE key = 'screenshot_retention'`);
    const round = enqueueDueJobs(database.db);
    await waitForLockWait(database.db);
    await finished.query('DELETE FROM graphile_worker._private_jobs');
    await finished.query('COMMIT');
    await round;
  } finally {
    await finished.query('ROLLBACK');
    finished.release();
  }
});
