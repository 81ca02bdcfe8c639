import { useTestDatabase } from '../../test/testDatabase.ts';
import { enqueueDueJobs } from './schedule.ts';

const database = useTestDatabase();
const query = (text: string) => database.pool.query(text).then(({ rows }) => rows);
const ALL = ['bot_sweep', 'housekeeping', 'offline_sweep', 'screenshot_retention'];
const enqueued = async () => (await query('SELECT key FROM graphile_worker.jobs ORDER BY key')).map(({ key }) => key);
const setClock = (enqueuedAt: string) => query(`UPDATE scheduled_jobs SET enqueued_at = ${enqueuedAt}`);

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
