import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Problem reports have a status, an owner, and their last error, by which they are alike. */
export class ProblemReportStatus1763700000074 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE problem_reports
         ADD COLUMN last_error text,
         ADD COLUMN status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'in_work', 'done')),
         ADD COLUMN admin_id uuid REFERENCES users,
         ADD CHECK (status <> 'in_work' OR admin_id IS NOT NULL)`,
    );
    await queryRunner.query('CREATE INDEX problem_reports_by_error ON problem_reports (last_error)');
    await queryRunner.query(
      `ALTER TABLE audit_events DROP CONSTRAINT audit_events_event_check,
         ADD CONSTRAINT audit_events_event_check CHECK (event IN (
           'activated', 'deactivated', 'promoted', 'demoted', 'credits_adjusted', 'purchase_booked', 'purchase_reversed', 'user_viewed',
           'sessions_ended', 'exported', 'postings_retried', 'site_pack_published', 'site_pack_approved', 'site_pack_withdrawn', 'erased',
           'credits_batch', 'users_activated', 'users_deactivated', 'claims_paused', 'claims_resumed', 'report_handled'))`,
    );
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
