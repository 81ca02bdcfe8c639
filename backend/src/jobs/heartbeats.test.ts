import { pino } from 'pino';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { poolOf } from '../database/pool.ts';
import { addJobSql } from './enqueue.query.ts';
import { freeJobsOfDeadWorkers, startHeartbeats } from './heartbeats.ts';

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
const heard = (workerId: string, secondsAgo: number) =>
  pool().query(`INSERT INTO worker_heartbeats VALUES ($1, now() - $2 * interval '1 second')`, [workerId, secondsAgo]);
const lockedBy = async () =>
  (await pool().query<{ locked_by: string | null }>('SELECT locked_by FROM graphile_worker.jobs')).rows.map(
    (job) => job.locked_by,
  );
const heartbeats = async () =>
  (await pool().query<{ worker_id: string }>('SELECT worker_id FROM worker_heartbeats')).rows.map(
    (row) => row.worker_id,
  );

test('a job locked by a dead worker is freed, and the worker deregistered', async () => {
  await lockJob('pool-dead', 50);
  await heard('pool-dead', 46);
  expect(await freeJobsOfDeadWorkers(database.db)).toEqual(['pool-dead']);
  expect(await lockedBy()).toEqual([null]);
  expect(await heartbeats()).toEqual([]);
});

test('a worker with a recent heartbeat keeps its job, however long that takes', async () => {
  await lockJob('pool-slow', 3_600);
  await heard('pool-slow', 11);
  expect(await freeJobsOfDeadWorkers(database.db)).toEqual([]);
  expect(await lockedBy()).toEqual(['pool-slow']);
});

test('a worker that died before its first heartbeat loses its job too, but not one that has just begun', async () => {
  await lockJob('pool-stillborn', 46);
  expect(await freeJobsOfDeadWorkers(database.db)).toEqual(['pool-stillborn']);
  await pool().query('DELETE FROM graphile_worker._private_jobs');
  await lockJob('pool-newborn', 2);
  expect(await freeJobsOfDeadWorkers(database.db)).toEqual([]);
});

test('two simultaneous sweeps free each job once', async () => {
  await lockJob('pool-dead', 50);
  await heard('pool-dead', 46);
  const freed = await Promise.all([freeJobsOfDeadWorkers(database.db), freeJobsOfDeadWorkers(database.db)]);
  expect(freed.flat()).toContain('pool-dead');
  expect(await lockedBy()).toEqual([null]);
});

test('every process deregisters dead workers at its start, and its own at its stop', async () => {
  await lockJob('pool-dead', 50);
  await heard('pool-dead', 46);
  const beats = startHeartbeats({ db: database.db, logger: pino({ level: 'silent' }) });
  beats.add('pool-ours');
  for (let waited = 0; (await heartbeats()).join() !== 'pool-ours' && waited < 100; waited++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(await heartbeats()).toEqual(['pool-ours']);
  expect(await lockedBy()).toEqual([null]);
  await lockJob('pool-ours', 0);
  await beats.stop();
  expect(await heartbeats()).toEqual([]);
  expect(await lockedBy()).toEqual([null, null]);
});
