import { POSTING_STATUSES } from '@flyerdeck/contracts';

interface Transition {
  /** Name of the CTE that returns the moved rows (all of page_postings, and the source's from_status). */
  readonly name: string;
  /**
   * A CTE of rows that this statement has locked: TRANSITION_SOURCE_COLUMNS and to_status. One a statement:
   * a second transition could meet the same task's row, and Postgres keeps only one of two updates of a row.
   */
  readonly source: string;
  /** Further assignments, as `column = expression`; `p` is the row before, `s` the source's row. */
  readonly set?: readonly string[];
}

/** What a source CTE must read from a locked row `p`, beside its to_status. */
export const TRANSITION_SOURCE_COLUMNS = 'p.id, p.status AS from_status, p.status_since AS from_since';

const msSince = (moment: string) => `round(extract(epoch FROM now() - ${moment}) * 1000)`;
const timedStatuses = ['pending', 'posting', 'posted', 'failed'] as const;

/**
 * The only way a posting's status changes: CTEs that move the rows of `source`, and in the same statement write
 * one transition each, the durations and visits, and their task's counts (of originals only).
 *
 * The guard on from_status makes a row that somebody else moved meanwhile fall out instead of being moved twice.
 */
export function transitionSql({ name, source, set = [] }: Transition): string {
  const assignments = [
    'status = s.to_status',
    'status_since = now()',
    'updated_at = now()',
    `total_ms = ${msSince('p.created_at')}`,
    'transitions_count = p.transitions_count + 1',
    ...POSTING_STATUSES.map((word) => `${word}_visits = p.${word}_visits + (s.to_status = '${word}')::int`),
    ...timedStatuses.map(
      (word) => `${word}_ms = p.${word}_ms + CASE p.status WHEN '${word}' THEN ${msSince('p.status_since')} ELSE 0 END`,
    ),
    ...set,
  ];
  const difference = (word: string) =>
    `(count(*) FILTER (WHERE status = '${word}') - count(*) FILTER (WHERE from_status = '${word}'))::int AS ${word}`;
  return `
  ${name} AS (
    UPDATE page_postings p
    SET ${assignments.join(',\n        ')}
    FROM ${source} s
    WHERE p.id = s.id AND p.status = s.from_status
    RETURNING p.*, s.from_status, s.from_since
  ),
  ${name}_log AS (
    INSERT INTO posting_transitions (posting_id, from_status, to_status, duration_ms)
    SELECT id, from_status, status, round(extract(epoch FROM now() - from_since) * 1000) FROM ${name}
  ),
  ${name}_counts AS (
    UPDATE tasks t
    SET ${POSTING_STATUSES.map((word) => `${word}_count = t.${word}_count + d.${word}`).join(', ')}, updated_at = now()
    FROM (
      SELECT task_id, ${POSTING_STATUSES.map(difference).join(', ')}
      FROM ${name} WHERE NOT is_duplicate GROUP BY task_id
    ) d
    WHERE t.id = d.task_id
  )`;
}
