import { join } from 'node:path';
import type { Db } from '../../src/database/statement.ts';
import { listExtensions, listFunctions, listPartsOfTables, listTables, listViews } from './structureOf.query.ts';

export const STRUCTURE_FILE = join(import.meta.dirname, '../../src/database/structure.sql');

const HEADER = `-- The whole schema as the migrations and the files of functions make it. Printed by npm run structure; do not edit.
-- Only the schema of Flyerdeck: graphile-worker makes its own.`;

/**
 * The schema of a database as SQL. pg_dump is not used because the packages of the embedded Postgres do not have it, and its text
 * depends on its version.
 */
export async function structureOf(db: Db): Promise<string> {
  const parts = await listPartsOfTables(db, []);
  const definitions = (rows: readonly { definition: string }[]) => rows.map(({ definition }) => definition).join('\n');
  const tables = (await listTables(db, [])).map(({ name, definition }) =>
    definitions([{ definition }, ...parts.filter(({ of_table }) => of_table === name)]),
  );
  return `${[
    HEADER,
    definitions(await listExtensions(db, [])),
    ...tables,
    ...(await listViews(db, [])).map(({ definition }) => definition),
    `-- Functions, each with a hash of its text. The texts are in the SQL files of the areas, and in
-- functions/constants.ts.\n${definitions(await listFunctions(db, []))}`,
  ].join('\n\n')}\n`;
}
