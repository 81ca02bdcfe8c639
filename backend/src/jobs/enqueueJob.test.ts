import { whileUncommitted } from '../../test/locks.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { deliverScreenshotsJobSql } from './enqueue.query.ts';

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
