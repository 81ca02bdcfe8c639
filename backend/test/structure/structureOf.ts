import type { Db } from '../../src/database/statement.ts';
import { listExtensions, listFunctions, listPartsOfTables, listTables, listViews } from './structureOf.query.ts';

/**
 * The schema of a database as text, without that of graphile-worker. pg_dump is not used because the packages of the embedded
 * Postgres do not have it, and its text depends on its version.
 */
export async function structureOf(db: Db): Promise<string> {
  const parts = await listPartsOfTables(db, []);
  const definitions = (rows: readonly { definition: string }[]) => rows.map(({ definition }) => definition).join('\n');
  const tables = (await listTables(db, [])).map(({ name, definition }) =>
    definitions([{ definition }, ...parts.filter(({ of_table }) => of_table === name)]),
  );
  return [
    definitions(await listExtensions(db, [])),
    ...tables,
    ...(await listViews(db, [])).map(({ definition }) => definition),
    definitions(await listFunctions(db, [])),
  ].join('\n\n');
}
