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
