import type { MigrationInterface, QueryRunner } from 'typeorm';
import { readSqlFile } from '../sqlFile.ts';

/** Renames tables. Views keep their former names for processes of the version before, until the next release (decision 0056). */
export class Names1763700000048 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(await readSqlFile('database/migrations/0048-names.sql'));
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
