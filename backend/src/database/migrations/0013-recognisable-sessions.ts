import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a person recognises their sessions and devices by, and why a session or a device is no longer accepted. */
export class RecognisableSessions1763700000013 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE sessions
  ADD COLUMN id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  ADD COLUMN browser text NOT NULL DEFAULT '',
  ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now(),
  -- Ended with the account's deactivation. The row stays until it expires, so that the next call is told why it is refused.
  ADD COLUMN ended_at timestamptz;

-- Whatever deactivates a user ends their sessions in the same transaction, and activating the user brings none back.
CREATE FUNCTION end_sessions_of_deactivated_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sessions SET ended_at = now() WHERE user_id = NEW.id AND ended_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER users_end_sessions_on_deactivation AFTER UPDATE OF is_active ON users
  FOR EACH ROW WHEN (OLD.is_active AND NOT NEW.is_active) EXECUTE FUNCTION end_sessions_of_deactivated_user();
UPDATE sessions s SET ended_at = now() FROM users u WHERE u.id = s.user_id AND NOT u.is_active;

ALTER TABLE devices
  ADD COLUMN browser text NOT NULL DEFAULT '',
  ADD COLUMN void_reason text CHECK (void_reason IN ('replaced', 'unlinked'));
`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE devices DROP COLUMN browser, DROP COLUMN void_reason;
DROP TRIGGER users_end_sessions_on_deactivation ON users;
DROP FUNCTION end_sessions_of_deactivated_user;
DELETE FROM sessions WHERE ended_at IS NOT NULL;
ALTER TABLE sessions DROP COLUMN id, DROP COLUMN browser, DROP COLUMN last_used_at, DROP COLUMN ended_at;
`);
  }
}
