import type { MigrationInterface, QueryRunner } from 'typeorm';
import { readSqlFile } from '../sqlFile.ts';

/** Runners, and the pages whose browsers are on them (decision 0059). */
export class Runners1763700000049 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(await readSqlFile('database/migrations/0049-runners.sql'));
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
