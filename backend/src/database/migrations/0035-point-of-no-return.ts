import type { MigrationInterface, QueryRunner } from 'typeorm';
import { claimFunctions } from './0035-point-of-no-return/claims.sql.ts';
import { creditFunctions } from './0035-point-of-no-return/credits.sql.ts';
import { reportFunctions } from './0035-point-of-no-return/reports.sql.ts';

/**
 * `submitting` is refused once the page is unlinked, the device replaced, the assistant deleted or the owner deactivated (decision
 * 0019). A refund gives back what was charged.
 */
export class PointOfNoReturn1763700000035 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`${creditFunctions}${claimFunctions}${reportFunctions}`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
