import { type Db, sql } from '../../database/statement.ts';

export type BackedUpTable = {
  /** Quoted, and with the schema. */
  readonly name: string;
  /** Quoted. Without generated columns, because Postgres computes them again. */
  readonly columns: readonly string[];
};

export const readSnapshotTime = sql<{ made_at: Date }>('SELECT now() AS made_at');

/** Compared with those of the backup, not restored. */
const NOT_DATA = ['public.migrations', 'graphile_worker.migrations'];

const findTables = sql<BackedUpTable & { refers_to: string[] }, [notData: readonly string[]]>(
  `SELECT format('%I.%I', n.nspname, c.relname) AS name,
     (SELECT array_agg(quote_ident(attname) ORDER BY attnum) FROM pg_attribute
      WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
     ARRAY(SELECT DISTINCT format('%I.%I', fn.nspname, f.relname) FROM pg_constraint k
      JOIN pg_class f ON f.oid = k.confrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
      WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid) AS refers_to
   FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE c.relkind = 'r' AND n.nspname IN ('public', 'graphile_worker')
     AND format('%I.%I', n.nspname, c.relname) <> ALL ($1)
   ORDER BY 1`,
);

/** Also those of the job queue. Each table comes after the tables that it refers to. */
export async function tablesInDependencyOrder(db: Db): Promise<BackedUpTable[]> {
  const ordered: BackedUpTable[] = [];
  let left = await findTables(db, [NOT_DATA]);
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const free = left.filter(({ refers_to }) => !refers_to.some((other) => names.has(other)));
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...names].join(', ')}.`);
    ordered.push(...free.map(({ name, columns }) => ({ name, columns })));
    left = left.filter((table) => !free.includes(table));
  }
  return ordered;
}

export type SequenceState = { readonly name: string; readonly last_value: string | null };

export const sequences = sql<SequenceState>(
  `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text FROM pg_sequences
   WHERE schemaname IN ('public', 'graphile_worker')
     AND (schemaname, sequencename) <> ('public', 'migrations_id_seq') ORDER BY 1`,
);

const findMigrations = sql<{ name: string }>(
  `SELECT name FROM migrations UNION ALL SELECT 'graphile-worker ' || max(id) FROM graphile_worker.migrations ORDER BY 1`,
);

/** With the newest migration of the job queue. */
export const schemaVersion = async (db: Db): Promise<string[]> =>
  (await findMigrations(db, [])).map(({ name }) => name);
