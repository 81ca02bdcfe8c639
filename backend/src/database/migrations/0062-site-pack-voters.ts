import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who decides about a site pack is counted each minute, not in each report. */
export class SitePackVoters1763700000062 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE site_packs ADD COLUMN owners_needed integer, ADD COLUMN only_established boolean',
    );
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
