import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns whose names say what is in them, and jobs that are repeated until they succeed, whoever enqueued them. */
export class PlainNames1763700000015 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
ALTER TABLE pages RENAME COLUMN polls_since TO poll_window_started_at;
ALTER TABLE page_postings RENAME COLUMN lease_losses TO expired_lease_count;
ALTER TABLE credit_transactions RENAME COLUMN once_key TO idempotency_key;
ALTER TABLE credit_transactions RENAME CONSTRAINT credit_transactions_once_key_key TO credit_transactions_idempotency_key_key;

-- Postgres renames columns in indexes and views, and not in the text of functions. The number is MAX_ATTEMPTS of
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
  -- In a new database the job queue's tables are created after this.
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
