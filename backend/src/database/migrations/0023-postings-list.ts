import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The orders of the admin's list of postings without indexes that each transition writes (decision 0036). The indexes of
 * durations and retries contain a posting only after it has ended.
 */
export class PostingsList1763700000023 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP INDEX page_postings_by_status, page_postings_by_updated_at, page_postings_by_pending_ms, page_postings_by_posting_ms,
  page_postings_by_posted_ms, page_postings_by_failed_ms, page_postings_by_total_ms, page_postings_by_retry_count;
DROP INDEX page_postings_once;
CREATE UNIQUE INDEX page_postings_once ON page_postings (task_id, page_guid, is_duplicate);

-- Also the order of updated_at: its parts by status are merged.
CREATE INDEX page_postings_by_status ON page_postings (archived, status, updated_at, id);

-- Only the queries of the list imply these predicates (decision 0016). Completed or failed:
CREATE INDEX page_postings_by_pending_ms ON page_postings (archived, pending_ms, id) WHERE NOT starts_with(status, 'p');
CREATE INDEX page_postings_by_posting_ms ON page_postings (archived, posting_ms, id) WHERE NOT starts_with(status, 'p');
CREATE INDEX page_postings_by_posted_ms ON page_postings (archived, posted_ms, id) WHERE NOT starts_with(status, 'p');
CREATE INDEX page_postings_by_failed_ms ON page_postings (archived, failed_ms, id) WHERE NOT starts_with(status, 'p');
CREATE INDEX page_postings_by_total_ms ON page_postings (archived, total_ms, id) WHERE NOT starts_with(status, 'p');
CREATE INDEX page_postings_by_retry_count ON page_postings (archived, retry_count, id) WHERE NOT starts_with(status, 'p');
-- Begun and not ended. These are few, and sorted when they are read.
CREATE INDEX page_postings_begun ON page_postings (archived) WHERE starts_with(status, 'p') AND transitions_count > 0;
-- Never claimed. All durations and retries are 0.
CREATE INDEX page_postings_fresh_by_total_ms ON page_postings (archived, total_ms, id)
  WHERE starts_with(status, 'p') AND transitions_count = 0;
CREATE INDEX page_postings_fresh_by_retry_count ON page_postings (archived, retry_count, id)
  WHERE starts_with(status, 'p') AND transitions_count = 0;

-- As before, but looks for a claim only when the new status is posting: the search in a condition with AND is always started.
CREATE OR REPLACE FUNCTION page_postings_before_status() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- Not below zero: a transaction that waited for the one before it may have begun earlier.
  stayed_ms bigint := greatest(0, round(extract(epoch FROM now() - OLD.status_since) * 1000));
BEGIN
  NEW.status_since := now();
  NEW.updated_at := now();
  NEW.total_ms := greatest(0, round(extract(epoch FROM now() - OLD.created_at) * 1000));
  NEW.transitions_count := OLD.transitions_count + 1;
  CASE OLD.status
    WHEN 'pending' THEN NEW.pending_ms := OLD.pending_ms + stayed_ms;
    WHEN 'posting' THEN NEW.posting_ms := OLD.posting_ms + stayed_ms;
    WHEN 'posted' THEN NEW.posted_ms := OLD.posted_ms + stayed_ms;
    WHEN 'failed' THEN NEW.failed_ms := OLD.failed_ms + stayed_ms;
    ELSE NULL;
  END CASE;
  CASE NEW.status
    WHEN 'pending' THEN NEW.pending_visits := OLD.pending_visits + 1;
    WHEN 'posting' THEN NEW.posting_visits := OLD.posting_visits + 1;
    WHEN 'posted' THEN NEW.posted_visits := OLD.posted_visits + 1;
    WHEN 'completed' THEN NEW.completed_visits := OLD.completed_visits + 1;
    WHEN 'failed' THEN NEW.failed_visits := OLD.failed_visits + 1;
  END CASE;
  IF OLD.status = 'posting' THEN
    DELETE FROM in_flight WHERE posting_id = OLD.id;
  ELSIF NEW.status = 'posting' THEN
    IF NOT EXISTS (SELECT FROM in_flight WHERE posting_id = NEW.id) THEN
      RAISE EXCEPTION 'a posting can not be in flight without a claim';
    END IF;
  END IF;
  RETURN NEW;
END $$;
`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
