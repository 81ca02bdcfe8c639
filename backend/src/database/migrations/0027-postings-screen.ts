import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Unconfirmed postings in the admin's list (decision 0041), and bulk retries (decision 0042). */
export class PostingsScreen1763700000027 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- Only the queries of the admin's list imply this predicate (decision 0016).
CREATE INDEX page_postings_unconfirmed ON page_postings (archived, updated_at, id)
  WHERE status = 'failed' AND starts_with(error_code, 'unconfirmed');

ALTER TABLE admin_acts DROP CONSTRAINT admin_acts_act_check;
ALTER TABLE admin_acts ADD CONSTRAINT admin_acts_act_check CHECK (act IN (
  'activated', 'deactivated', 'promoted', 'demoted', 'credits_adjusted', 'purchase_booked', 'sessions_ended', 'exported',
  'postings_retried'));
-- Null for what concerns many users.
ALTER TABLE admin_acts DROP CONSTRAINT admin_acts_check1;
ALTER TABLE admin_acts ADD CONSTRAINT admin_acts_target CHECK ((target_id IS NULL) = (act IN ('exported', 'postings_retried')));
-- A bulk retry that arrives twice is done once.
CREATE UNIQUE INDEX admin_acts_retried_once ON admin_acts ((details ->> 'fingerprint')) WHERE act = 'postings_retried';
`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX page_postings_unconfirmed, admin_acts_retried_once');
  }
}
