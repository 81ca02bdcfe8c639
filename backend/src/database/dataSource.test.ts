import { useTestDatabase } from '../../test/testDatabase.ts';
import { closeDatabase, openDeviceDatabase } from '../dataSource.ts';
import { isTemporaryDatabaseFailure } from '../http/errorHandler.ts';
import { ping } from '../http/health.query.ts';
import { poolOf } from './pool.ts';

const database = useTestDatabase();

test('connections that break while they are in use, the first one too, end no process', async () => {
  const pool = poolOf(database.db);
  const first = await pool.connect();
  const second = await pool.connect();
  const broken = [first, second].map((client) => new Promise((resolve) => client.once('end', () => resolve('broken'))));
  const { rows } = await first.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await second.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await second.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  expect(await Promise.all(broken)).toEqual(['broken', 'broken']);
  first.release(true);
  second.release(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test("a device's call that waits for a lock gives up after three seconds", async () => {
  const devices = await openDeviceDatabase(database.url);
  try {
    expect(await devices.query('SHOW lock_timeout')).toEqual([{ lock_timeout: '3s' }]);
  } finally {
    await closeDatabase(devices);
  }
});

test('a statement that comes after the database was closed is refused as by pg, which is a 503', async () => {
  const devices = await openDeviceDatabase(database.url);
  await closeDatabase(devices);
  const refused = await ping(devices, []).catch((error: unknown) => error);
  expect(isTemporaryDatabaseFailure(refused)).toBe(true);
});
