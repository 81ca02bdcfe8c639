import { useTestDatabase } from '../test/testDatabase.ts';
import { poolOf } from './database/pool.ts';
import { tidyUp } from './housekeeping.ts';
import { addJobSql } from './jobs/enqueue.query.ts';

const database = useTestDatabase();
const pool = () => poolOf(database.db);
const remaining = async (column: string, table: string) =>
  (await pool().query<{ word: string }>(`SELECT ${column} AS word FROM ${table} ORDER BY 1`)).rows.map(
    (row) => row.word,
  );

test('deletes expired sessions, proofs, devices, rate limits and failed jobs, and keeps all others', async () => {
  await pool().query(`
    INSERT INTO users (telegram_id, username) VALUES ('1', 'u');
    INSERT INTO sessions (token_hash, user_id, expires_at)
      SELECT word::bytea, id, now() + age::interval FROM users, (VALUES ('ended', '-1 minute'), ('running', '1 minute')) s (word, age);
    INSERT INTO used_proofs VALUES ('old', now() - interval '1 minute'), ('fresh', now() + interval '1 minute');
    INSERT INTO devices (secret_hash, linking_token_hash, token_expires_at, requested_page, extension_version, created_at)
      SELECT word::bytea, word::bytea, now() - age::interval, '{}', word, now() - age::interval
      FROM (VALUES ('never linked', '25 hours'), ('waiting', '1 hour')) d (word, age);
    INSERT INTO rate_limits VALUES ('over', 1, extract(epoch FROM now() - interval '1 minute') * 1000),
      ('counting', 1, extract(epoch FROM now() + interval '1 minute') * 1000), ('endless', 1, NULL);
  `);
  await pool().query(
    `SELECT ${addJobSql('housekeeping', `'{}'::json`, `key`)} FROM (VALUES ('failed long ago'), ('failed'), ('waiting')) k (key)`,
  );
  await pool().query(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE key LIKE 'failed%'`);
  await pool().query(
    `UPDATE graphile_worker._private_jobs SET updated_at = now() - interval '8 days' WHERE key <> 'failed'`,
  );

  await tidyUp(database.db);

  expect(await remaining(`convert_from(token_hash, 'UTF8')`, 'sessions')).toEqual(['running']);
  expect(await remaining(`convert_from(proof_hash, 'UTF8')`, 'used_proofs')).toEqual(['fresh']);
  expect(await remaining('extension_version', 'devices')).toEqual(['waiting']);
  expect(await remaining('key', 'rate_limits')).toEqual(['counting', 'endless']);
  expect(await remaining('key', 'graphile_worker.jobs')).toEqual(['failed', 'waiting']);
});
