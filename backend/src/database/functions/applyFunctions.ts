import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { listSqlFiles, readSqlFile } from '../sqlFile.ts';
import { type Db, sql } from '../statement.ts';
import { CONSTANT_FUNCTIONS } from './constants.ts';

/** `signature` has the types of the arguments. `hash` is that of the text by which the function was created, and is its comment. */
export const listDatabaseFunctions = sql<{ oid: string; name: string; signature: string; hash: string | null }>(
  `SELECT p.oid, p.proname AS name, p.oid::regprocedure::text AS signature, obj_description(p.oid, 'pg_proc') AS hash FROM pg_proc p
   WHERE p.pronamespace = 'public'::regnamespace
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
);

export const listDatabaseTriggers = sql<{ name: string; table: string }>(
  `SELECT t.tgname AS name, c.oid::regclass::text AS table FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
   WHERE c.relnamespace = 'public'::regnamespace AND NOT t.tgisinternal`,
);

// Names come from the catalogs and are quoted there.
const dropFunction = (db: Db, signature: string) => sql(`DROP FUNCTION ${signature}`)(db, []);
const dropTrigger = (db: Db, name: string, table: string) => sql(`DROP TRIGGER ${name} ON ${table}`)(db, []);

/** A function may be created before those that its body calls. */
const skipBodyChecks = sql('SET LOCAL check_function_bodies = off');

export const runFile = (db: Db, text: string) => sql(text)(db, []);

interface SqlFunction {
  readonly name: string;
  readonly text: string;
  readonly hash: string;
  readonly triggers: readonly string[];
}

const described = (name: string, text: string): SqlFunction => ({
  name,
  text,
  hash: createHash('sha256').update(text).digest('hex'),
  triggers: [...text.matchAll(/^CREATE OR REPLACE TRIGGER (\w+)/gm)].map(([, trigger = '']) => trigger),
});

/** Each SQL file of an area has one function and the triggers that call it. */
export async function readFunctions(): Promise<SqlFunction[]> {
  const constants = [...CONSTANT_FUNCTIONS].map(([name, text]) => described(name, text));
  const areaFiles = (await listSqlFiles()).filter((file) => !file.startsWith('database/'));
  const files = areaFiles.map(async (file) => described(basename(file, '.sql'), await readSqlFile(file)));
  return [...constants, ...(await Promise.all(files))];
}

/** Drops functions and triggers that no file has. Without changes this is one query. `db` is the transaction of the migrations. */
export async function applyFunctions(db: Db): Promise<void> {
  const wanted = await readFunctions();
  const found = await listDatabaseFunctions(db, []);
  const hashes = new Map(found.map(({ name, hash }) => [name, hash]));
  const changed = wanted.filter(({ name, hash }) => hashes.get(name) !== hash);
  if (changed.length === 0 && found.length === wanted.length) return;
  await skipBodyChecks(db, []);
  for (const sqlFunction of changed) await createFunction(db, sqlFunction);
  await dropWhatHasNoFile(db, wanted);
  await runFile(db, changed.map(({ name, hash }) => `COMMENT ON FUNCTION ${name} IS '${hash}';`).join('\n'));
}

/** Postgres refuses to replace a function by one with another result or other names of arguments. */
const INVALID_FUNCTION_DEFINITION = '42P13';

async function createFunction(db: Db, { name, text }: SqlFunction): Promise<void> {
  const before = (await listDatabaseFunctions(db, [])).filter((found) => found.name === name);
  try {
    // A transaction in a transaction is a savepoint.
    await db.transaction((savepoint) => runFile(savepoint, text));
  } catch (error) {
    if ((error as { code?: string }).code !== INVALID_FUNCTION_DEFINITION) throw error;
    for (const { signature } of before) await dropFunction(db, signature);
    await runFile(db, text);
    return;
  }
  // With other types of arguments it is a further function of the same name.
  const after = (await listDatabaseFunctions(db, [])).filter((found) => found.name === name);
  if (after.length > before.length) for (const { signature } of before) await dropFunction(db, signature);
}

async function dropWhatHasNoFile(db: Db, wanted: readonly SqlFunction[]): Promise<void> {
  const triggers = new Set(wanted.flatMap((sqlFunction) => sqlFunction.triggers));
  for (const { name, table } of await listDatabaseTriggers(db, [])) {
    if (!triggers.has(name)) await dropTrigger(db, name, table);
  }
  const names = new Set(wanted.map(({ name }) => name));
  for (const { name, signature } of await listDatabaseFunctions(db, [])) {
    if (!names.has(name)) await dropFunction(db, signature);
  }
}
