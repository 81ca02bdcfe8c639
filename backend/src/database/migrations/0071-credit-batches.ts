import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adjustments of many users by a file are one audit event, and the same file is booked once. */
export class CreditBatches1763700000071 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE audit_events DROP CONSTRAINT audit_events_event_check, DROP CONSTRAINT audit_events_target,
         ADD CONSTRAINT audit_events_event_check CHECK (event IN (
           'activated', 'deactivated', 'promoted', 'demoted', 'credits_adjusted', 'purchase_booked', 'purchase_reversed', 'user_viewed',
           'sessions_ended', 'exported', 'postings_retried', 'site_pack_published', 'site_pack_approved', 'site_pack_withdrawn', 'erased',
           'credits_batch')),
         ADD CONSTRAINT audit_events_target CHECK ((target_id IS NULL) = (event IN (
           'exported', 'postings_retried', 'site_pack_published', 'site_pack_approved', 'site_pack_withdrawn', 'credits_batch')))`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX audit_events_credit_batch ON audit_events ((details ->> 'file')) WHERE event = 'credits_batch'`,
    );
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
