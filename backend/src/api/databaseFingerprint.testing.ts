import type { Pool } from 'pg';

/** Tables that a refused call may change: rate limits, the last use of sessions, and stored bytes, which are deleted later. */
const EXCLUDED_TABLES = ['rate_limits', 'sessions', 'blobs', 'unused_blobs'];

/**
 * One hash for each table over all its rows, including background jobs. Two equal fingerprints mean that no row has changed.
 * `except`: rows that contain one of these ids are left out.
 */
export async function databaseFingerprint(pool: Pool, except: readonly string[] = []): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_name <> ALL ($1)
       AND (table_schema = 'public' OR (table_schema = 'graphile_worker' AND table_name = '_private_jobs'))`,
    [EXCLUDED_TABLES],
  );
  const hashes = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash
       FROM ${name} t WHERE NOT t::text LIKE ANY ($1)`,
  );
  // Postgres may read the tables in parallel.
  const { rows } = await pool.query<{ name: string; hash: string }>(`${hashes.join(' UNION ALL ')} ORDER BY name`, [
    except.map((id) => `%${id}%`),
  ]);
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
