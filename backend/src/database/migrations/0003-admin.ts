import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit of what admins do, and the indexes that keep the admin's counts off the heap. */
export class Admin1763700000003 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE TABLE admin_acts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  -- Null where the setting ADMIN_TELEGRAM_IDS did it.
  admin_id uuid REFERENCES users,
  -- Null for an export, which is of many.
  target_id uuid REFERENCES users,
  act text NOT NULL CHECK (act IN (
    'activated', 'deactivated', 'promoted', 'demoted', 'credits_adjusted', 'sessions_ended', 'exported')),
  details jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL DEFAULT now(),
  CHECK (admin_id IS NOT NULL OR act = 'promoted'),
  CHECK ((target_id IS NULL) = (act = 'exported'))
);
CREATE INDEX admin_acts_on_user ON admin_acts (target_id, seq DESC);

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'admin_acts is append-only';
END $$;
CREATE TRIGGER admin_acts_append_only BEFORE UPDATE OR DELETE ON admin_acts
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER admin_acts_no_truncate BEFORE TRUNCATE ON admin_acts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The setting makes somebody an admin once: whom an admin demotes afterwards stays demoted. Today's admins had their turn.
ALTER TABLE users ADD COLUMN admin_by_setting boolean NOT NULL DEFAULT false;
UPDATE users SET admin_by_setting = true WHERE is_admin;

-- New users by day. Neither column ever changes, so a charge still updates the row in place.
CREATE INDEX users_by_age ON users (created_at, id);
-- Counts for the dashboard, each of the smaller part: nobody waits for a walk over everything. None of their columns
-- changes while work goes on, but for a duplicate's status.
CREATE INDEX users_deactivated ON users (id) WHERE NOT is_active;
CREATE INDEX users_posting ON users (id) WHERE is_posting_active;
CREATE INDEX pages_linked ON pages (owner_id, guid) WHERE unlinked_at IS NULL;
CREATE INDEX page_postings_duplicates ON page_postings (status) WHERE is_duplicate;
-- Credits by day, read from the index alone.
CREATE INDEX credit_transactions_by_time ON credit_transactions (created_at) INCLUDE (transaction_type, amount, admin_id);
-- A user's assistants, the deleted ones too.
CREATE INDEX assistants_ever_of_owner ON assistants (owner_id, created_at);
`);
  }

  async down(): Promise<void> {
    throw new Error('The audit is not to be thrown away: restore a backup instead.');
  }
}
