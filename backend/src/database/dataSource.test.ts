import { useTestDatabase } from '../../test/testDatabase.ts';
import { closeDatabase, openDatabase } from '../dataSource.ts';
import { DEVICE_POOL, POOL } from '../startProduct.ts';
import { poolOf } from './pool.ts';

const database = useTestDatabase();

test('the process continues when connections in use break, the first one of the pool included', async () => {
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

test.each([
  ['people', POOL, '5s'],
  ['devices', DEVICE_POOL, '3s'],
])('calls of %s have a lock timeout', async (_, options, lock_timeout) => {
  const db = await openDatabase(database.url, options);
  expect(await db.query('SHOW lock_timeout').finally(() => closeDatabase(db))).toEqual([{ lock_timeout }]);
});
