import type { MigrationInterface, QueryRunner } from 'typeorm';
import { refundFunctions } from './0012-limits/refunds.sql.ts';

/** How often a fee comes back. */
export class Limits1763700000012 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(refundFunctions);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
