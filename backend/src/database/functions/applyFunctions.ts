import type { Db } from '../statement.ts';
import {
  dropFunction,
  dropTrigger,
  listDatabaseFunctions,
  listDatabaseTriggers,
  readApplied,
  runFile,
  skipBodyChecks,
  writeHashes,
} from './functions.query.ts';
import { readFunctions, type SqlFunction } from './readFunctions.ts';

/**
 * Creates again each function whose text has changed since it was applied, and drops functions and triggers that no file has.
 * Without changes this is one query. `db` is the transaction of the migrations.
 */
export async function applyFunctions(db: Db): Promise<void> {
  const wanted = await readFunctions();
  const applied = new Map((await readApplied(db, [])).map(({ name, hash }) => [name, hash]));
  const changed = wanted.filter(({ name, hash }) => applied.get(name) !== hash);
  if (changed.length === 0 && applied.size === wanted.length) return;
  await skipBodyChecks(db, []);
  for (const sqlFunction of changed) await createFunction(db, sqlFunction);
  await dropWhatHasNoFile(db, wanted);
  await writeHashes(db, [wanted.map(({ name }) => name), wanted.map(({ hash }) => hash)]);
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
