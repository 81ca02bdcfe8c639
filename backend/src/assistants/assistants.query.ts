import { POSTING_STATUSES, type PostingStatus, type Assistant as WireAssistant } from '@flyerdeck/contracts';
import { jsonBytesSql, listBytesSql, withinListBytes } from '../database/listBytes.ts';
import { type Db, isoTimeSql, statementWithIsoTimes } from '../database/statement.ts';
import { notFound } from '../server/http/errors.ts';

type AssistantRow = Omit<WireAssistant, 'progress'> &
  Record<PostingStatus | 'in_doubt', number> & { list_bytes?: number };

/** Field by field: copying the rest of a row takes three times as long, and this list is asked for often. */
export const presentAssistant = (row: AssistantRow): WireAssistant => ({
  _id: row._id,
  name: row.name,
  status: row.status,
  pause_reason: row.pause_reason,
  queueing: row.queueing,
  posting_rules: row.posting_rules,
  selected_preset_id: row.selected_preset_id,
  selected_preset_name: row.selected_preset_name,
  reset_after_posts_list: row.reset_after_posts_list,
  screenshot_as_file: row.screenshot_as_file,
  starts_at: row.starts_at,
  active_task_count: row.active_task_count,
  archived_task_count: row.archived_task_count,
  repeat: row.repeat,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  progress: {
    posted: row.posted + row.completed,
    to_go: row.pending + row.posting,
    failed: row.failed - row.in_doubt,
    in_doubt: row.in_doubt,
  },
});

const REPEAT = `CASE WHEN r.assistant_id IS NOT NULL THEN json_build_object('every_days', r.every_days, 'weekdays', r.weekdays,
    'local_time', r.local_time, 'time_zone', r.time_zone, 'starts_on', r.starts_on, 'ends_on', r.ends_on, 'max_runs', r.max_runs,
    'runs', r.runs, 'is_paused', r.paused_at IS NOT NULL, 'next_at', ${isoTimeSql('r.next_at')}, 'last_run', (
      SELECT json_build_object('planned_at', ${isoTimeSql('planned_at')}, 'assistant_id', copy_id, 'problem', problem)
      FROM repeat_runs WHERE repeat_id = r.assistant_id ORDER BY planned_at DESC LIMIT 1)) END`;

const QUEUEING = `CASE WHEN q.assistant_id IS NOT NULL THEN json_build_object('added', q.pages_done * q.postings_per_page,
    'postings', cardinality(q.page_guids) * q.postings_per_page) END`;

const COUNTS = POSTING_STATUSES.map((status) => `coalesce(s.${status}, 0)`);

const selectAssistants = (
  more = '',
) => `WITH next_up AS MATERIALIZED (SELECT assistant_id FROM next_tasks WHERE owner_id = $1)
  SELECT a.id AS _id, a.name, a.posting_rules, a.preset_id AS selected_preset_id, pr.name AS selected_preset_name,
    a.reset_after_posts_list, a.screenshot_as_file, nullif(a.pause_reason, 'queueing') AS pause_reason,
    a.starts_at, a.created_at AS "createdAt", a.updated_at AS "updatedAt", ${REPEAT} AS repeat, ${QUEUEING} AS queueing, coalesce(d.in_doubt, 0) AS in_doubt,
    ${COUNTS.map((count, n) => `${count} AS ${POSTING_STATUSES[n]}`).join(', ')},
    coalesce(s.active_tasks, 0) AS active_task_count, coalesce(s.archived_tasks, 0) AS archived_task_count,
    assistant_status(a.deleted_at, a.queued_at, a.pause_reason, ${COUNTS.join(', ')},
      n.assistant_id IS NOT NULL, (SELECT is_posting_active FROM users WHERE id = $1)) AS status${more}
  FROM assistants a
  LEFT JOIN presets pr ON pr.id = a.preset_id
  LEFT JOIN repeats r ON r.assistant_id = a.id
  LEFT JOIN queueings q ON q.assistant_id = a.id
  LEFT JOIN next_up n ON n.assistant_id = a.id
  -- One pass is faster than a subquery for each assistant. Tasks of deleted assistants stay in the table.
  LEFT JOIN (
    SELECT assistant_id, (count(*) FILTER (WHERE archived_at IS NULL))::int AS active_tasks,
      (count(*) FILTER (WHERE archived_at IS NOT NULL))::int AS archived_tasks,
      ${POSTING_STATUSES.map((status) => `sum(${status}_count)::int AS ${status}`).join(', ')}
    FROM tasks WHERE assistant_id IN (SELECT id FROM assistants WHERE owner_id = $1 AND deleted_at IS NULL) GROUP BY assistant_id
  ) s ON s.assistant_id = a.id
  -- OFFSET 0: the doubts are looked up for each page.
  LEFT JOIN (
    SELECT p.assistant_id, count(*)::int AS in_doubt
    FROM pages g CROSS JOIN LATERAL (
      SELECT assistant_id FROM page_postings
      WHERE page_guid = g.guid AND error_code = 'unconfirmed' AND left(status, 1) = 'f' AND NOT is_duplicate OFFSET 0
    ) p WHERE g.owner_id = $1 AND EXISTS (SELECT FROM tasks WHERE owner_id = $1 AND failed_count > 0) GROUP BY p.assistant_id
  ) d ON d.assistant_id = a.id
  WHERE a.owner_id = $1 AND a.deleted_at IS NULL`;

/** The constant covers field names, ids, times, counts and the repeat. */
const ROW_BYTES = `${jsonBytesSql('a.name', 'pr.name', 'a.posting_rules', 'a.reset_after_posts_list')} + 1200`;

/** Newest first. The search text $2 is found in names and ids. */
export const listAssistantRows = statementWithIsoTimes<AssistantRow, [string, string]>(
  withinListBytes(`${selectAssistants(`, ${listBytesSql(ROW_BYTES, 'a.created_at DESC, a.id')}`)}
     AND ($2 = '' OR position(lower($2) IN lower(a.name)) > 0 OR position(lower($2) IN a.id::text) > 0)`),
);
const findById = statementWithIsoTimes<AssistantRow, [string, string]>(`${selectAssistants()} AND a.id = $2`);

export const assistantNotFound = () => notFound('assistant.not_found', 'There is no such assistant.');

export async function findAssistantRow(db: Db, ownerId: string, id: string) {
  const [row] = await findById(db, [ownerId, id]);
  if (!row) throw assistantNotFound();
  return row;
}

export const readAssistant = async (db: Db, ownerId: string, id: string): Promise<WireAssistant> =>
  presentAssistant(await findAssistantRow(db, ownerId, id));
