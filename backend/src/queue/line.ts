/** The order of a page's line: by when the assistant was queued, then by flyer, a duplicate right after its original. */
export const lineOrder = (alias: string) =>
  `${alias}.queued_at, ${alias}.sequence_order, ${alias}.is_duplicate, ${alias}.id`;

/**
 * CTE `next_up`: the next task of each assistant of the user `owner`. That is the assistant's first task of which nothing has
 * been claimed; none while the assistant is paused, posting is off or the account is deactivated. It reads no postings
 * (decision 0018).
 */
export const nextUpSql = (owner: string) => `
  next_up AS MATERIALIZED (
    SELECT DISTINCT ON (t.assistant_id) t.id AS task_id, t.assistant_id
    FROM users u
    JOIN tasks t ON t.owner_id = u.id AND t.stored_status = 'in_queue'
    JOIN assistants a ON a.id = t.assistant_id AND a.pause_reason IS NULL AND a.deleted_at IS NULL
    WHERE u.id = ${owner} AND u.is_active AND u.is_posting_active
    ORDER BY t.assistant_id, t.sequence_order, t.id
  )`;

export const switchOnSql = (owner: string) => `(SELECT is_posting_active FROM users WHERE id = ${owner})`;

/** A task's full status in SQL, the twin of deriveTaskStatus. Needs nextUpSql's CTE. */
export const taskStatusSql = (task: string, owner: string) => `CASE
    WHEN ${task}.stored_status = 'in_queue' AND ${task}.id IN (SELECT task_id FROM next_up) THEN 'pending'
    WHEN ${task}.stored_status = 'posting' AND ${task}.posting_count = 0 AND NOT ${switchOnSql(owner)} THEN 'in_queue'
    ELSE ${task}.stored_status END`;
