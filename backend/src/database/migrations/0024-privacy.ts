import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Erasure of accounts and export of a user's data (decision 0038). Ledger entries and audit events stay append-only, with one
 * exception: texts of an erased user may be removed.
 */
export class Privacy1763700000024 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- An erased user has no rights, whatever else changes the row.
ALTER TABLE users ADD COLUMN erased_at timestamptz,
  ADD CONSTRAINT users_erased CHECK (erased_at IS NULL OR NOT (is_active OR is_admin OR is_posting_active));

-- Erasures that are not finished. The Telegram id is needed to find the bot's data.
CREATE TABLE erasures (
  user_id uuid PRIMARY KEY REFERENCES users,
  telegram_id text NOT NULL,
  requested_at timestamptz NOT NULL DEFAULT now()
);

-- Keyed hashes of the Telegram ids of erased accounts, so that a later sign-in gets no second welcome bonus.
CREATE TABLE erased_accounts (
  telegram_id_hash bytea PRIMARY KEY,
  erased_at timestamptz NOT NULL DEFAULT now()
);

-- A user's export is stored in parts, under keys of its id and the attempt that wrote them.
CREATE TABLE account_exports (
  owner_id uuid PRIMARY KEY REFERENCES users,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  requested_at timestamptz NOT NULL DEFAULT now(),
  attempt integer NOT NULL DEFAULT 0,
  parts integer NOT NULL DEFAULT 0,
  byte_size bigint NOT NULL DEFAULT 0,
  files_left_out integer NOT NULL DEFAULT 0,
  ready_at timestamptz,
  expires_at timestamptz
);

CREATE INDEX assistants_of_preset ON assistants (preset_id) WHERE preset_id IS NOT NULL;

CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'description' = to_jsonb(OLD) - 'description'
    AND NEW.description = NEW.transaction_type
    AND EXISTS (SELECT FROM users WHERE id = OLD.user_id AND erased_at IS NOT NULL)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'credit_transactions is append-only';
END $$;

CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Only whole entries of the details may be removed.
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'details' = to_jsonb(OLD) - 'details' AND OLD.details @> NEW.details
    AND EXISTS (SELECT FROM users WHERE id IN (OLD.admin_id, OLD.target_id) AND erased_at IS NOT NULL)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'admin_acts is append-only';
END $$;
`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
