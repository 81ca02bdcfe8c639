import { writeFile } from 'node:fs/promises';
import { closeDatabase, migrate, openDatabase } from '../../src/dataSource.ts';
import { startTestPostgres, stopTestPostgres } from '../testPostgres.ts';
import { STRUCTURE_FILE, structureOf } from './structureOf.ts';

// Writes the structure of a newly migrated database to backend/src/database/structure.sql.
try {
  const db = await openDatabase(await startTestPostgres(), { poolSize: 3 });
  await migrate(db);
  await writeFile(STRUCTURE_FILE, await structureOf(db));
  await closeDatabase(db);
} finally {
  await stopTestPostgres();
}
