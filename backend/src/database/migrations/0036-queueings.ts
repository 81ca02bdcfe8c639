import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Large numbers of postings are added to the queue by a job (decision 0049). */
export class Queueings1763700000036 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- Assistants whose postings are still being added. The rules may change meanwhile, so what they were is stored.
CREATE TABLE queueings (
  assistant_id uuid PRIMARY KEY REFERENCES assistants,
  page_guids uuid[] NOT NULL,
  -- For each flyer its task, run and delay.
  flyers json NOT NULL,
  gap_hours integer NOT NULL,
  -- 0: no duplicates.
  duplicate_hours integer NOT NULL,
  postings_per_page integer NOT NULL CHECK (postings_per_page > 0),
  -- The first pages of the list have all their postings.
  pages_done integer NOT NULL DEFAULT 0
);

-- 'queueing': as a pause, it prevents that anything of the assistant is claimed.
ALTER TABLE assistants DROP CONSTRAINT assistants_pause_reason_check,
  ADD CONSTRAINT assistants_pause_reason_check CHECK (pause_reason IN ('user', 'insufficient_credits', 'queueing'));

-- The status of an assistant. is_next: it has the next task of its owner.
CREATE OR REPLACE FUNCTION assistant_status(deleted_at timestamptz, queued_at timestamptz, pause_reason text, pending bigint,
  posting bigint, posted bigint, completed bigint, failed bigint, is_next boolean, switch_on boolean)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  by_counts text := status_by_counts(pending, posting, posted, completed, failed);
BEGIN
  RETURN CASE
    WHEN deleted_at IS NOT NULL THEN 'archived'
    WHEN queued_at IS NULL THEN 'waiting'
    WHEN pause_reason = 'queueing' THEN 'in_queue'
    WHEN pause_reason IS NOT NULL AND pending + posting > 0 THEN 'paused'
    ELSE status_now(by_counts, posting, is_next, switch_on)
  END;
END $$;
`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
