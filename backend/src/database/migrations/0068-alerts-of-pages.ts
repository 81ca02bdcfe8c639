import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The bot tells once that a page has the wrong account, that the site has changed or limits posts, and that a post is in doubt. */
export class AlertsOfPages1763700000068 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE bot_alerts DROP CONSTRAINT bot_alerts_kind_check,
         ADD CONSTRAINT bot_alerts_kind_check CHECK (kind IN (
           'out_of_credits', 'page_offline', 'page_logged_out', 'page_wrong_account', 'page_site_changed', 'page_rate_limited',
           'posting_in_doubt', 'repeat_skipped', 'repeat_ended'))`,
    );
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
