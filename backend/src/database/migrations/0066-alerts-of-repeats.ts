import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The bot tells once that a repeat was skipped, and why, and that it has ended. */
export class AlertsOfRepeats1763700000066 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE bot_alerts ADD COLUMN reason text, DROP CONSTRAINT bot_alerts_kind_check,
         ADD CONSTRAINT bot_alerts_kind_check
           CHECK (kind IN ('out_of_credits', 'page_offline', 'page_logged_out', 'repeat_skipped', 'repeat_ended'))`,
    );
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
