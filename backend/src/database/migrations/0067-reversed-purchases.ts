import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A wrong purchase is reversed by a counter-entry, once, and that an admin reads the data of a user is an audit event. */
export class ReversedPurchases1763700000067 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE credit_transactions ADD CONSTRAINT credit_transactions_purchase
         CHECK (transaction_type <> 'purchase' OR (amount < 0) = (refund_of IS NOT NULL))`,
    );
    await queryRunner.query(
      `ALTER TABLE audit_events DROP CONSTRAINT audit_events_event_check,
         ADD CONSTRAINT audit_events_event_check CHECK (event IN (
           'activated', 'deactivated', 'promoted', 'demoted', 'credits_adjusted', 'purchase_booked', 'purchase_reversed', 'user_viewed',
           'sessions_ended', 'exported', 'postings_retried', 'site_pack_published', 'site_pack_approved', 'site_pack_withdrawn'))`,
    );
    await queryRunner.query(
      `CREATE UNIQUE INDEX audit_events_viewed_once ON audit_events (target_id, admin_id, (details ->> 'hour')) WHERE event = 'user_viewed'`,
    );
  }

  async down(): Promise<void> {
    throw new Error('There is nothing to go back to: the version before works with this schema.');
  }
}
