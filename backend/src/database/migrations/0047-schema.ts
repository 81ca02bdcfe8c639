import type { MigrationInterface, QueryRunner } from 'typeorm';
import { readSqlFile } from '../sqlFile.ts';
import { UnsupportedDatabaseError } from '../supportedDatabase.ts';
import { FOLDED_MIGRATIONS } from './foldedMigrations.ts';

const FILES = [
  'people',
  'files',
  'pages',
  'assistants',
  'postings',
  'sitePacks',
  'credits',
  'admin',
  'bot',
  'operation',
];

/**
 * The whole schema of the first release. It replaces the migrations of before (decision 0056): a database that has exactly these
 * is adopted as it is.
 */
export class Schema1763700000047 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const run = async (path: string) => queryRunner.query(await readSqlFile(path));
    const runFiles = async (names: readonly string[]) => {
      for (const name of names) await run(`database/migrations/0047-schema/${name}.sql`);
    };
    if (await isToAdopt(queryRunner)) {
      await runFiles(['adopted', 'sqlFunctions']);
      return;
    }
    await queryRunner.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    // A generated column of the tasks calls it. All other functions are created after the migrations.
    await run('tasks/status_by_counts.sql');
    await runFiles([...FILES, 'sqlFunctions']);
  }

  async down(): Promise<void> {
    throw new Error('The first migration has nothing to go back to: restore a backup instead.');
  }
}

/** False for an empty database. @throws UnsupportedDatabaseError for one with other tables or other migrations */
async function isToAdopt(queryRunner: QueryRunner): Promise<boolean> {
  const applied: { name: string }[] = await queryRunner.query('SELECT name FROM migrations ORDER BY name');
  const [{ tables }] = await queryRunner.query(
    `SELECT count(*)::integer AS tables FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'`,
  );
  if (applied.length === 0 && tables === 0) return false;
  if (applied.map(({ name }) => name).join() === [...FOLDED_MIGRATIONS].sort().join()) return true;
  throw new UnsupportedDatabaseError(
    `This database cannot be upgraded: first start the version whose newest migration is ${FOLDED_MIGRATIONS.at(-1)} with it, or use an empty database.`,
  );
}
