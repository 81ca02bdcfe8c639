import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When posts were made that are not ours, as the page's feed said at the last look. Limits and warnings count them for 24 hours. */
export class PostsByHand1763700000075 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE pages ADD COLUMN posts_by_hand timestamptz[]');
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
