import type { MigrationInterface, QueryRunner } from 'typeorm';
import { claimBatchFunction } from './0016-batches/claims.sql.ts';
import { reportBatchFunctions } from './0016-batches/reports.sql.ts';

/** Claims and reports of several pages in one transaction (decision 0029). */
export class Batches1763700000016 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`${claimBatchFunction}${reportBatchFunctions}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION claim_postings, report_posted_claims, extend_leases');
  }
}
