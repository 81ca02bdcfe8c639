import type { Pool } from 'pg';

/** Tables that a refused call may change: rate limits, the last use of sessions, and stored bytes, which are deleted later. */
const EXCLUDED_TABLES = ['rate_limits', 'sessions', 'blobs', 'unused_blobs'];

/** The statement for each pool, made once, because it is long to make and to plan. */
const statements = new WeakMap<Pool, Promise<string>>();

/**
 * One hash for each table over all its rows, including background jobs. Two equal fingerprints mean that no row has changed.
 * `except`: rows that contain one of these ids are left out.
 */
export async function databaseFingerprint(pool: Pool, except: readonly string[] = []): Promise<Record<string, string>> {
  const text = statements.get(pool) ?? makeStatement(pool);
  statements.set(pool, text);
  const client = await pool.connect();
  try {
    // To start parallel workers takes many times as long as to read the few rows.
    await client.query(
      'BEGIN; SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL plan_cache_mode = force_generic_plan',
    );
    const { rows } = await client.query<{ name: string; hash: string }>({
      name: 'fingerprint',
      text: await text,
      values: [except.map((id) => `%${id}%`)],
    });
    await client.query('COMMIT');
    return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
  } finally {
    client.release();
  }
}

/** What `work` returns, and the tables in which it changed rows. */
export async function watchChanges<T>(
  pool: Pool,
  work: () => Promise<T>,
  except: readonly string[] = [],
): Promise<{ result: T; changed: string[] }> {
  const before = await databaseFingerprint(pool, except);
  const result = await work();
  const after = await databaseFingerprint(pool, except);
  return { result, changed: Object.keys(after).filter((table) => after[table] !== before[table]) };
}

async function makeStatement(pool: Pool): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_name <> ALL ($1)
       AND (table_schema = 'public' OR (table_schema = 'graphile_worker' AND table_name = '_private_jobs'))
     ORDER BY name`,
    [EXCLUDED_TABLES],
  );
  return tables
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash
         FROM ${name} t WHERE NOT t::text LIKE ANY ($1)`,
    )
    .join(' UNION ALL ');
}
