import type { MigrationInterface, QueryRunner } from 'typeorm';

const BY_COUNTS = 'pending_count, posting_count, posted_count, completed_count, failed_count';

/** The only place that derives the statuses of tasks and assistants. It replaces a stored column, which rewrites `tasks` once. */
export class Statuses1763700000014 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- The status by the counts of original postings. Duplicates are not counted, because a duplicate never changes the status of
-- its original. Written in plpgsql, because an SQL function would be planned again by each UPDATE of a task.
CREATE FUNCTION status_by_counts(pending bigint, posting bigint, posted bigint, completed bigint, failed bigint)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN CASE
    WHEN pending + posting + posted + completed + failed = 0 THEN 'waiting'
    WHEN posting + posted + completed + failed = 0 THEN 'in_queue'
    WHEN pending + posting > 0 THEN 'posting'
    WHEN posted > 0 AND failed > 0 THEN 'partially_posted'
    WHEN posted > 0 THEN 'posted'
    WHEN failed = 0 THEN 'completed'
    WHEN completed = 0 THEN 'failed'
    ELSE 'partially_completed'
  END;
END $$;

-- Adds what depends on other rows: whether the task is the next one of its assistant, and the owner's posting switch. A task
-- with status posting is in_queue again while the switch is off and nothing is in flight. Otherwise the owner could not start
-- posting again, because Start Posting is enabled only by the count of the queue (decision 0002).
CREATE FUNCTION status_now(by_counts text, posting bigint, is_next boolean, switch_on boolean)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    WHEN by_counts = 'in_queue' AND is_next THEN 'pending'
    WHEN by_counts = 'posting' AND posting = 0 AND NOT switch_on THEN 'in_queue'
    ELSE by_counts
  END
$$;

-- The status of an assistant, from the sums of its tasks' counts. Archived tasks are included, because archiving does not
-- change the result. The status is waiting until the assistant is queued, and paused while it is paused and has unfinished
-- postings. Otherwise it is derived from the sums like the status of a task.
CREATE FUNCTION assistant_status(deleted_at timestamptz, queued_at timestamptz, pause_reason text,
  pending bigint, posting bigint, posted bigint, completed bigint, failed bigint, is_next boolean, switch_on boolean)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  by_counts text := status_by_counts(pending, posting, posted, completed, failed);
BEGIN
  RETURN CASE
    WHEN deleted_at IS NOT NULL THEN 'archived'
    WHEN queued_at IS NULL THEN 'waiting'
    WHEN pause_reason IS NOT NULL AND pending + posting > 0 THEN 'paused'
    ELSE status_now(by_counts, posting, is_next, switch_on)
  END;
END $$;

ALTER TABLE tasks DROP COLUMN stored_status;
ALTER TABLE tasks ADD COLUMN stored_status text NOT NULL GENERATED ALWAYS AS (
  CASE WHEN archived_at IS NOT NULL THEN 'archived' ELSE status_by_counts(${BY_COUNTS}) END
) STORED;
CREATE INDEX tasks_of_owner ON tasks (owner_id, stored_status);

-- The next task of each assistant: its first task without a claimed posting. There is none while the assistant is paused,
-- posting is off or the account is deactivated. The view reads no postings (decision 0018). owner_id is in DISTINCT ON, so
-- that Postgres applies a condition on owner_id to the tables.
CREATE VIEW next_tasks AS
  SELECT DISTINCT ON (t.owner_id, t.assistant_id) t.owner_id, t.assistant_id, t.id AS task_id
  FROM users u
  JOIN tasks t ON t.owner_id = u.id AND t.stored_status = 'in_queue'
  JOIN assistants a ON a.id = t.assistant_id AND a.pause_reason IS NULL AND a.deleted_at IS NULL
  WHERE u.is_active AND u.is_posting_active
  ORDER BY t.owner_id, t.assistant_id, t.sequence_order, t.id;
`);
  }

  async down(): Promise<void> {
    throw new Error('Going back to the version before needs a backup of it.');
  }
}
