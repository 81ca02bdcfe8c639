import type { MigrationInterface, QueryRunner } from 'typeorm';

/** More of what keeps an extension from posting. NOT VALID: the rows that are there passed the narrower check. */
export class DeviceTroubles1763700000005 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE pages DROP CONSTRAINT pages_health_check;
ALTER TABLE pages ADD CONSTRAINT pages_health_check
  CHECK (health IN ('ok', 'logged_out', 'wrong_account', 'no_tab', 'site_failing', 'site_changed')) NOT VALID;
`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
UPDATE pages SET health = 'logged_out' WHERE health IN ('no_tab', 'site_failing', 'site_changed');
ALTER TABLE pages DROP CONSTRAINT pages_health_check;
ALTER TABLE pages ADD CONSTRAINT pages_health_check CHECK (health IN ('ok', 'logged_out', 'wrong_account'));
`);
  }
}
