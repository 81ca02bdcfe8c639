import { useTestDatabase } from '../../test/testDatabase.ts';
import { poolOf } from '../database/pool.ts';
import { addJobSql } from './enqueue.query.ts';
import { freeJobsOfDeadWorkers } from './heartbeats.ts';

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
