import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Renames columns by their contents. Background jobs are retried until they succeed, also those that SQL functions enqueue. */
export class PlainNames1763700000015 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE pages RENAME COLUMN polls_since TO poll_window_started_at;
ALTER TABLE page_postings RENAME COLUMN lease_losses TO expired_lease_count;
ALTER TABLE credit_transactions RENAME COLUMN once_key TO idempotency_key;
ALTER TABLE credit_transactions RENAME CONSTRAINT credit_transactions_once_key_key TO credit_transactions_idempotency_key_key;

-- Postgres renames columns in indexes and views, but not in the text of functions. 32767 is MAX_ATTEMPTS in
-- jobs/enqueue.query.ts.
DO $$
DECLARE
  definition text;
BEGIN
  FOR definition IN
    SELECT pg_get_functiondef(oid) FROM pg_proc
    WHERE proname IN ('end_lost_claims', 'report_claim', 'enqueue_screenshot_delivery')
      AND pronamespace = current_schema()::regnamespace
  LOOP
    definition := replace(definition, 'lease_losses', 'expired_lease_count');
    EXECUTE replace(definition, 'priority := 5', 'priority := 5, max_attempts := 32767');
  END LOOP;
  -- In a new database the job queue's tables are created after this migration.
  IF to_regclass('graphile_worker._private_jobs') IS NOT NULL THEN
    UPDATE graphile_worker._private_jobs SET max_attempts = 32767;
  END IF;
END $$;
`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
