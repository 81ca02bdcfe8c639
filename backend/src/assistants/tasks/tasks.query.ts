import {
  FINALIZED_TASK_STATUSES,
  MAX_PAGE_LIST_BYTES,
  TASK_STATUSES,
  TASK_TARGETS_SHOWN,
  type Task,
  type TaskOwner,
  type TaskPosting,
  TIMELINE_STEPS_SHOWN,
  type TimelineStep,
} from '@flyerdeck/contracts';
import { jsonBytesSql, listBytesSql, withinListBytes } from '../../database/listBytes.ts';
import { type Db, sql, statement, statementWithIsoTimes } from '../../database/statement.ts';
import { postUrl } from '../../postings/list/detailedPostings.query.ts';
import { notFound } from '../../server/http/errors.ts';

/** `target_pages` and `target_tags` are set only by the statements that select them. Without errors, `errors` is null. */
type TaskRow = Omit<Task, 'page_counts' | 'errors'> &
  Pick<Task['page_counts'], 'posted' | 'pending' | 'failed'> & { errors: Task['errors'] | null };

/** Field by field, as assistants are. */
const presentTask = (row: TaskRow): Task => ({
  _id: row._id,
  assistant_id: row.assistant_id,
  assistant_name: row.assistant_name,
  description: row.description,
  status: row.status,
  file_id: row.file_id,
  sequence_order: row.sequence_order,
  page_counts: {
    posted: row.posted,
    pending: row.pending,
    failed: row.failed,
    total: row.posted + row.pending + row.failed,
  },
  ...(row.target_pages && { target_pages: row.target_pages }),
  ...(row.target_tags && { target_tags: row.target_tags }),
  errors: row.errors ?? [],
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export const presentTaskPosting = (
  { list_bytes: _, live_path, created_at: __, ...posting }: TaskPostingRow,
  siteOrigin: string | null,
): TaskPosting => ({ ...posting, post_url: postUrl(siteOrigin, live_path) });

export const presentTimeline = (row: TaskPostingRow, steps: readonly TimelineStep[]): TimelineStep[] => [
  { to_status: 'pending', duration_ms: null, at: row.created_at },
  ...steps,
];

const MAX_ERRORS_SHOWN = 50;

const STATUS = `status_now(t.stored_status, t.posting_count, n.task_id IS NOT NULL,
      (SELECT is_posting_active FROM users WHERE id = $1))`;

/** $1 is the owner. The caller appends columns (`more`) and conditions on t and a. */
const selectTasks = (more = '') => `WITH next_up AS MATERIALIZED (SELECT task_id FROM next_tasks WHERE owner_id = $1)
  SELECT t.id AS _id, t.assistant_id, a.name AS assistant_name, t.description, t.file_id, t.sequence_order,
    t.posted_count + t.completed_count AS posted, t.pending_count + t.posting_count AS pending, t.failed_count AS failed,
    t.created_at AS "createdAt", t.updated_at AS "updatedAt", ${STATUS} AS status, e.errors${more}
  FROM tasks t
  JOIN assistants a ON a.id = t.assistant_id
  LEFT JOIN next_up n ON n.task_id = t.id
  -- OFFSET 0, so that errors are not selected once for the column and again for the size of the list.
  CROSS JOIN LATERAL (SELECT CASE WHEN t.failed_count > 0 THEN (
    SELECT json_agg(json_build_object(
      'message', coalesce(f.error_message, ''),
      'page_name', page_name(g)) ORDER BY f.status_since DESC)
    FROM (
      SELECT error_message, page_guid, status_since FROM page_postings
      WHERE task_id = t.id AND left(status, 1) = 'f'
      ORDER BY status_since DESC LIMIT ${MAX_ERRORS_SHOWN}
    ) f JOIN pages g ON g.guid = f.page_guid
  ) END AS errors OFFSET 0) e
  WHERE t.owner_id = $1`;

const IN_ORDER = 'a.queued_at NULLS LAST, a.created_at, a.id, t.sequence_order, t.id';
/** The constant covers field names, ids, times, counts and the longest assistant name. */
const TASK_BYTES = `octet_length(to_json(t.description)::text) + coalesce(octet_length(e.errors::text), 0) + 1300`;
const TARGETS = ['pages', 'tags']
  .map(
    (what) =>
      `jsonb_path_query_array(a.posting_rules, '$.target_${what}[0 to ${TASK_TARGETS_SHOWN - 1}]') AS target_${what}`,
  )
  .join(', ');
const NOT_ARCHIVED = TASK_STATUSES.filter((status) => status !== 'archived');

const byStatus = statementWithIsoTimes<TaskRow, [string, readonly string[]]>(
  // The first condition selects by stored_status, which has an index; the derived status has none.
  withinListBytes(`${selectTasks(`, ${listBytesSql(TASK_BYTES, IN_ORDER)}`)}
   AND t.stored_status = ANY ($2 || CASE WHEN $2::text[] && '{pending,in_queue}' THEN '{in_queue,posting}'::text[] ELSE '{}' END)
   AND ${STATUS} = ANY ($2)`),
);
const byAssistant = statementWithIsoTimes<TaskRow | { _id: null }, [string, string, boolean]>(
  // A row of nulls without such a task, no row without such an assistant: no second statement is needed.
  `WITH assistant AS MATERIALIZED (SELECT ${TARGETS} FROM assistants a WHERE owner_id = $1 AND id = $2 AND deleted_at IS NULL)
   SELECT assistant_tasks.*, assistant.target_pages, assistant.target_tags FROM assistant LEFT JOIN (
     ${withinListBytes(`${selectTasks(`, ${listBytesSql(`${TASK_BYTES} + (SELECT ${jsonBytesSql('target_pages', 'target_tags')} FROM assistant)`, 't.sequence_order, t.id')}`)}
     AND t.assistant_id = $2 AND (t.archived_at IS NOT NULL) = $3`)}
   ) assistant_tasks ON true ORDER BY assistant_tasks.list_bytes`,
);
const byIds = statementWithIsoTimes<TaskRow, [string, readonly string[]]>(
  `${selectTasks(`, ${TARGETS}`)} AND t.id = ANY ($2) ORDER BY t.sequence_order`,
);

/** In the order of the queue. Without statuses, all tasks that are not archived. */
export async function listTasksByStatus(db: Db, ownerId: string, statuses: readonly string[]): Promise<Task[]> {
  const rows = await byStatus(db, [ownerId, statuses.length > 0 ? statuses : NOT_ARCHIVED]);
  return rows.map(presentTask);
}

/** Null if the owner has no such assistant. */
export async function listTasksOfAssistant(
  db: Db,
  ownerId: string,
  assistantId: string,
  archived: boolean,
): Promise<Task[] | null> {
  const rows = await byAssistant(db, [ownerId, assistantId, archived]);
  return rows.length === 0 ? null : rows.filter((row) => row._id !== null).map(presentTask);
}

export async function findTasks(db: Db, ownerId: string, taskIds: readonly string[]): Promise<Task[]> {
  const rows = await byIds(db, [ownerId, taskIds]);
  return rows.map(presentTask);
}

export const taskNotFound = () => notFound('task.not_found', 'There is no such task.');

export async function findTask(db: Db, ownerId: string, taskId: string): Promise<Task> {
  const [task] = await findTasks(db, ownerId, [taskId]);
  if (!task) throw taskNotFound();
  return task;
}

export const findTaskOwner = statement<TaskOwner & { id: string }, [string]>(
  `SELECT u.id, u.telegram_id, person_label(u) AS name
   FROM tasks t JOIN users u ON u.id = t.owner_id WHERE t.id = $1`,
);

type TaskPostingRow = Omit<TaskPosting, 'post_url'> & {
  live_path: string | null;
  created_at: string;
  list_bytes?: number;
};

/** By page name. With $3, only that posting. */
export const listTaskPostings = statementWithIsoTimes<TaskPostingRow, [string, string, string | null]>(
  withinListBytes(
    `SELECT p.id, p.page_guid AS guid, page_name(g) AS name, p.status, p.error_message AS "errorMessage", p.error_code,
     p.is_duplicate, p.delay_hours, p.scheduled_for, p.retry_count, p.picture_file_id, p.screenshot_error AS picture_error,
     l.path AS live_path, l.gone_at, p.created_at, p.updated_at,
     nullif(wait.reason, 'unlinked') AS wait_reason, wait.until AS wait_until,
     ${listBytesSql(`${jsonBytesSql('page_name(g)', 'p.error_message', 'p.error_code', 'p.screenshot_error', 'l.path')} + 650`, `page_name(g), p.page_guid, p.is_duplicate`)}
   FROM page_postings p
   JOIN pages g ON g.guid = p.page_guid
   LEFT JOIN LATERAL (
     SELECT reason, until FROM page_wait(g, p.assistant_id, false) WHERE p.status = 'pending' OFFSET 0
   ) wait ON true
   LEFT JOIN live_posts l ON l.posting_id = p.id
   WHERE p.owner_id = $1 AND p.task_id = $2 AND ($3::uuid IS NULL OR p.id = $3)`,
    MAX_PAGE_LIST_BYTES,
  ),
);

/** Oldest first. */
export const listPostingSteps = statementWithIsoTimes<TimelineStep, [string, string]>(
  `SELECT s.to_status, s.duration_ms::float8 AS duration_ms, s.at
   FROM page_postings p JOIN posting_transitions s ON s.posting_id = p.id
   WHERE p.owner_id = $1 AND p.id = $2 ORDER BY s.id LIMIT ${TIMELINE_STEPS_SHOWN}`,
);

/** The caller enqueues a job that archives their postings. */
export const archiveFinished = sql<{ id: string }, [ownerId: string]>(
  `UPDATE tasks SET archived_at = now(), updated_at = now()
   WHERE owner_id = $1 AND stored_status IN (${FINALIZED_TASK_STATUSES.map((status) => `'${status}'`).join(', ')}) RETURNING id`,
);

/** The caller enqueues a job that archives their postings. */
export const archiveTasksOfAssistant = sql<{ id: string }, [assistantId: string]>(
  `UPDATE tasks SET archived_at = now(), updated_at = now()
   WHERE assistant_id = $1 AND archived_at IS NULL RETURNING id`,
);
