import type { Pool } from 'pg';

/** Who called and how often is noted whatever comes of the call; bytes that were stored before a refusal are deleted later. */
const NOTED_ANYWAY = ['rate_limits', 'sessions', 'blobs', 'unused_blobs'];

/**
 * One hash a table over all its rows, jobs too: equal fingerprints mean that nothing was changed in between. `except`: rows
 * that hold one of these ids are left out.
 */
export async function databaseFingerprint(pool: Pool, except: readonly string[] = []): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_name <> ALL ($1)
       AND (table_schema = 'public' OR (table_schema = 'graphile_worker' AND table_name = '_private_jobs'))`,
    [NOTED_ANYWAY],
  );
  const { rows } = await pool.query<{ name: string; hash: string }>(
    tables
      .map(
        ({ name }) =>
          `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash
           FROM ${name} t WHERE NOT t::text LIKE ANY ($1)`,
      )
      .join(' UNION ALL '),
    [except.map((id) => `%${id}%`)],
  );
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
