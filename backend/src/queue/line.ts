/** The order of a page's line: by when the assistant was queued, then by flyer, a duplicate right after its original. */
export const lineOrder = (alias: string) =>
  `${alias}.queued_at, ${alias}.sequence_order, ${alias}.is_duplicate, ${alias}.id`;

/**
 * CTE `next_up`: tasks (and their assistants) at the head of the line of some page of the user `owner`, while the switch is on.
 * One index probe a page.
 */
export const nextUpSql = (owner: string) => `
  next_up AS MATERIALIZED (
    SELECT DISTINCT h.task_id, h.assistant_id
    FROM users u
    JOIN pages g ON g.owner_id = u.id AND g.unlinked_at IS NULL
    CROSS JOIN LATERAL (
      SELECT p.task_id, p.assistant_id
      FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
      WHERE p.page_guid = g.guid AND p.status = 'pending' AND a.pause_reason IS NULL
      ORDER BY ${lineOrder('p')} LIMIT 1
    ) h
    WHERE u.id = ${owner} AND u.is_active AND u.is_posting_active
  )`;

export const switchOnSql = (owner: string) => `(SELECT is_posting_active FROM users WHERE id = ${owner})`;

/** A task's full status in SQL, the twin of deriveTaskStatus. Needs nextUpSql's CTE. */
export const taskStatusSql = (task: string, owner: string) => `CASE
    WHEN ${task}.stored_status = 'in_queue' AND ${task}.id IN (SELECT task_id FROM next_up) THEN 'pending'
    WHEN ${task}.stored_status = 'posting' AND ${task}.posting_count = 0 AND NOT ${switchOnSql(owner)} THEN 'in_queue'
    ELSE ${task}.stored_status END`;
