import type { MigrationInterface, QueryRunner } from 'typeorm';
import { readSqlFile } from '../sqlFile.ts';

/** The index of a page's queue has the order in which duplicates are last (decision 0060). */
export class DuplicatesLast1763700000050 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(await readSqlFile('database/migrations/0050-duplicates-last.sql'));
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
