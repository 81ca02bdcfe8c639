import type { MigrationInterface, QueryRunner } from 'typeorm';
import { UnsupportedDatabaseError } from '../supportedDatabase.ts';
import { areFolded, LAST_FOLDED_MIGRATION } from './foldedMigrations.ts';

/**
 * Adopts a database that has exactly the migrations of before the first release (decision 0056).
 * @throws UnsupportedDatabaseError for one with other tables or other migrations
 */
export class Schema1763700000047 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    const applied: { name: string }[] = await queryRunner.query('SELECT name FROM migrations');
    if (!areFolded(applied.map(({ name }) => name))) {
      throw new UnsupportedDatabaseError(
        `This database cannot be upgraded: first start the version whose newest migration is ${LAST_FOLDED_MIGRATION} with it, or use an empty database.`,
      );
    }
    // The constraint was added NOT VALID.
    await queryRunner.query('ALTER TABLE pages VALIDATE CONSTRAINT pages_health_check');
    await queryRunner.query('CREATE TABLE sql_functions (name text PRIMARY KEY, hash text NOT NULL)');
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: restore a backup instead.');
  }
}
