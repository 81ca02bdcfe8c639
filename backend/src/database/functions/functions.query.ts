import { type Db, sql } from '../statement.ts';

/** The hashes of the functions that were applied last. */
export const readApplied = sql<{ name: string; hash: string }>('SELECT name, hash FROM sql_functions');

export const writeHashes = sql<never, [names: readonly string[], hashes: readonly string[]]>(
  `WITH removed AS (DELETE FROM sql_functions WHERE name <> ALL ($1))
   INSERT INTO sql_functions (name, hash) SELECT * FROM unnest($1::text[], $2::text[])
   ON CONFLICT (name) DO UPDATE SET hash = excluded.hash`,
);

/** All functions in Flyerdeck's schema except those of extensions. `signature` has the types of the arguments. */
export const listDatabaseFunctions = sql<{ oid: string; name: string; signature: string }>(
  `SELECT p.oid, p.proname AS name, p.oid::regprocedure::text AS signature FROM pg_proc p
   WHERE p.pronamespace = 'public'::regnamespace
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
);

export const listDatabaseTriggers = sql<{ name: string; table: string }>(
  `SELECT t.tgname AS name, c.oid::regclass::text AS table FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
   WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal`,
);

// Names come from the catalogs and are quoted there.
export const dropFunction = (db: Db, signature: string) => sql(`DROP FUNCTION ${signature}`)(db, []);
export const dropTrigger = (db: Db, name: string, table: string) => sql(`DROP TRIGGER ${name} ON ${table}`)(db, []);

/** For this transaction: a function may be created before those that its body calls. */
export const skipBodyChecks = sql('SET LOCAL check_function_bodies = off');

/** Runs the statements of a file. */
export const runFile = (db: Db, text: string) => sql(text)(db, []);
