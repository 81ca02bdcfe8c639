import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Batches of users in the audit log, what is known of each failure, and the pause of all claims. */
export class BadDay1763700000073 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE audit_events DROP CONSTRAINT audit_events_event_check, DROP CONSTRAINT audit_events_target,
         ADD CONSTRAINT audit_events_event_check CHECK (event IN (
           'activated', 'deactivated', 'promoted', 'demoted', 'credits_adjusted', 'purchase_booked', 'purchase_reversed', 'user_viewed',
           'sessions_ended', 'exported', 'postings_retried', 'site_pack_published', 'site_pack_approved', 'site_pack_withdrawn', 'erased',
           'credits_batch', 'users_activated', 'users_deactivated', 'claims_paused', 'claims_resumed')),
         ADD CONSTRAINT audit_events_target CHECK ((target_id IS NULL) = (event IN (
           'exported', 'postings_retried', 'site_pack_published', 'site_pack_approved', 'site_pack_withdrawn', 'credits_batch',
           'users_activated', 'users_deactivated', 'claims_paused', 'claims_resumed')))`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX audit_events_user_batches ON audit_events ((details ->> 'fingerprint'), (details ->> 'chunk'))
         WHERE event IN ('users_activated', 'users_deactivated')`,
    );
    await queryRunner.query(
      `CREATE INDEX audit_events_users_of_batches ON audit_events USING gin ((details -> 'users'))
         WHERE event IN ('users_activated', 'users_deactivated')`,
    );
    await queryRunner.query(
      'ALTER TABLE posting_transitions ADD error_message text, ADD site_pack_version integer, ADD extension_version text',
    );
    await queryRunner.query(
      `CREATE INDEX posting_transitions_failed ON posting_transitions (at) WHERE to_status = 'failed'`,
    );
    await queryRunner.query(
      `CREATE TABLE claim_pause (
         is_only_row boolean PRIMARY KEY DEFAULT true CHECK (is_only_row),
         sentence text CHECK (sentence <> ''),
         admin_id uuid NOT NULL REFERENCES users,
         changed_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
