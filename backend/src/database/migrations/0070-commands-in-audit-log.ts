import type { MigrationInterface, QueryRunner } from 'typeorm';

/** That a command of the operator has ended sessions or erased an account is an audit event. */
export class CommandsInAuditLog1763700000070 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE audit_events DROP CONSTRAINT audit_events_event_check, DROP CONSTRAINT audit_events_check,
         ADD CONSTRAINT audit_events_event_check CHECK (event IN (
           'activated', 'deactivated', 'promoted', 'demoted', 'credits_adjusted', 'purchase_booked', 'purchase_reversed', 'user_viewed',
           'sessions_ended', 'exported', 'postings_retried', 'site_pack_published', 'site_pack_approved', 'site_pack_withdrawn', 'erased')),
         ADD CONSTRAINT audit_events_check CHECK (admin_id IS NOT NULL OR event IN ('promoted', 'sessions_ended', 'erased'))`,
    );
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
