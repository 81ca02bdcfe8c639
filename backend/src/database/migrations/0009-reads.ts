import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * For reads whose cost must not grow with the number of pending postings. Each predicate is implied only by the query
 * that the index is for (decision 0016).
 */
export class Reads1763700000009 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
-- For /metrics: the oldest pending postings first.
CREATE INDEX page_postings_pending_by_queued_at ON page_postings (queued_at) WHERE left(status, 2) = 'pe';
-- Without sorting, the plan must read the index in its order, and stops at the limit. By its statistics Postgres would expect
-- few pending postings, and read and sort all of them.
CREATE FUNCTION count_pending_postings(at_most integer, OUT counted bigint, OUT oldest_queued_at timestamptz)
LANGUAGE sql STABLE SET enable_sort = off AS $$
  SELECT count(*), min(queued_at)
  FROM (SELECT queued_at FROM page_postings WHERE left(status, 2) = 'pe' ORDER BY queued_at LIMIT at_most) p
$$;
-- For the errors in task lists: the latest failed postings of a task.
CREATE INDEX page_postings_failed_of_task ON page_postings (task_id, status_since) WHERE left(status, 1) = 'f';
-- How many rows such a predicate means; without it Postgres would expect 0.5 %, and sort all failures of a task for the latest.
CREATE STATISTICS page_postings_status_letter ON (left(status, 1)) FROM page_postings;
`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
DROP STATISTICS page_postings_status_letter;
DROP FUNCTION count_pending_postings;
DROP INDEX page_postings_pending_by_queued_at, page_postings_failed_of_task;
`);
  }
}
