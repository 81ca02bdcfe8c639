import type { MigrationInterface, QueryRunner } from 'typeorm';
import { submittingFunctions } from './0034-planned-times/submitting.sql.ts';

/** The server plans what pages will post by itself (decision 0046). A post that the limits do not permit any more is not pressed. */
export class PlannedTimes1763700000034 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP FUNCTION planned_posts(uuid, jsonb, jsonb);${submittingFunctions}`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
