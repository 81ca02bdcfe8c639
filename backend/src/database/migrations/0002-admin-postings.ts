import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What admins read of a million postings, in any order, found by any of their texts (decision 0006), and their files. */
export class AdminPostings1763700000002 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
CREATE EXTENSION IF NOT EXISTS pg_trgm;

ALTER TABLE page_postings
  -- Its task's archived_at IS NOT NULL, kept by whoever archives: leads every order below.
  ADD COLUMN archived boolean NOT NULL DEFAULT false,
  -- From queued to its present status; no order depends on now().
  ADD COLUMN total_ms bigint NOT NULL DEFAULT 0;
UPDATE page_postings p
SET archived = t.archived_at IS NOT NULL, total_ms = round(extract(epoch FROM p.status_since - p.created_at) * 1000)
FROM tasks t WHERE t.id = p.task_id;

-- The same rule as before; with all that a search sorts by, so that what the tasks lead to is sorted without its rows.
DROP INDEX page_postings_once;
CREATE UNIQUE INDEX page_postings_once ON page_postings (task_id, page_guid, is_duplicate) INCLUDE (
  id, status, status_since, updated_at, created_at, pending_ms, posting_ms, posted_ms, failed_ms, total_ms, retry_count);

-- One order each, the id last, so that every row has one place.
CREATE INDEX page_postings_by_status ON page_postings (archived, status, status_since, id);
CREATE INDEX page_postings_by_updated_at ON page_postings (archived, updated_at, id);
-- With the status, for counts by day: ask with archived = ANY ('{false,true}').
CREATE INDEX page_postings_by_created_at ON page_postings (archived, created_at, id) INCLUDE (status);
CREATE INDEX page_postings_by_pending_ms ON page_postings (archived, pending_ms, id);
CREATE INDEX page_postings_by_posting_ms ON page_postings (archived, posting_ms, id);
CREATE INDEX page_postings_by_posted_ms ON page_postings (archived, posted_ms, id);
CREATE INDEX page_postings_by_failed_ms ON page_postings (archived, failed_ms, id);
CREATE INDEX page_postings_by_total_ms ON page_postings (archived, total_ms, id);
CREATE INDEX page_postings_by_retry_count ON page_postings (archived, retry_count, id);

-- An index can answer alone where VACUUM has been lately; by default it would wait until a fifth of all rows has changed.
ALTER TABLE page_postings SET (
  autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02);

-- Parts of texts. On what seldom changes, never on page_postings' own status: a trigram index costs much at each new version of a row.
CREATE INDEX tasks_by_text ON tasks USING gin (description gin_trgm_ops);
CREATE INDEX assistants_by_text ON assistants USING gin (name gin_trgm_ops);
CREATE INDEX pages_by_text ON pages
  USING gin ((name || E'\\n' || username || E'\\n' || creator_id || E'\\n' || guid::text) gin_trgm_ops);
CREATE INDEX users_by_text ON users
  USING gin ((telegram_id || E'\\n' || username || E'\\n' || first_name || ' ' || last_name) gin_trgm_ops);
CREATE INDEX page_postings_by_error ON page_postings USING gin (error_message gin_trgm_ops) WHERE error_message IS NOT NULL;
-- A charge changes the balance: with room in the page it stays in place and touches no index.
ALTER TABLE users SET (fillfactor = 80);

-- A prepared file's address works once and shortly (exports/tickets.ts).
CREATE TABLE download_tickets (
  ticket_hash bytea PRIMARY KEY,
  admin_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  export_name text NOT NULL,
  parameters jsonb NOT NULL,
  expires_at timestamptz NOT NULL
);
`);
  }

  async down(): Promise<void> {
    throw new Error('Earlier versions read none of this: going back needs no change of the schema.');
  }
}
