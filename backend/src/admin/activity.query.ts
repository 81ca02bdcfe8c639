import { ACTIVITY_SHOWN, type TaskStatus } from '@flyerdeck/contracts';
import { statement } from '../database/statement.ts';
import { nextUpSql, switchOnSql, taskStatusSql } from '../queue/line.ts';
import type { AssistantFactsRow } from './stats.query.ts';

export type ActivityCountsRow = { pages: number; tasks: number; assistants: number; postings: number };

export const countActivity = statement<ActivityCountsRow, [string]>(
  'admin_activity_counts',
  `SELECT (SELECT count(*) FROM pages WHERE owner_id = $1 AND unlinked_at IS NULL)::int AS pages,
     (SELECT count(*) FROM tasks WHERE owner_id = $1)::int AS tasks,
     (SELECT count(*) FROM assistants WHERE owner_id = $1)::int AS assistants,
     -- By way of the tasks, whose postings an index knows: postings themselves have none by owner.
     (SELECT count(*) FROM tasks t JOIN page_postings p ON p.task_id = t.id WHERE t.owner_id = $1)::int AS postings`,
);

export type ActivityPageRow = { guid: string; username: string };

export const listActivityPages = statement<ActivityPageRow, [string]>(
  'admin_activity_pages',
  `SELECT guid, username FROM pages WHERE owner_id = $1 AND unlinked_at IS NULL
   ORDER BY linked_at DESC, guid LIMIT ${ACTIVITY_SHOWN}`,
);

export type ActivityTaskRow = { id: string; status: TaskStatus; created_at: Date };

export const listActivityTasks = statement<ActivityTaskRow, [string]>(
  'admin_activity_tasks',
  `WITH ${nextUpSql('$1')}
   SELECT t.id, ${taskStatusSql('t', 't.owner_id')} AS status, t.created_at
   FROM tasks t WHERE t.owner_id = $1 ORDER BY t.created_at DESC, t.id LIMIT ${ACTIVITY_SHOWN}`,
);

export type ActivityAssistantRow = AssistantFactsRow & { id: string; name: string };

/** Deleted ones too: what became of them is part of a user's history. */
export const listActivityAssistants = statement<ActivityAssistantRow, [string]>(
  'admin_activity_assistants',
  `WITH ${nextUpSql('$1')}
   SELECT a.id, a.name, a.deleted_at IS NOT NULL AS deleted, a.queued_at IS NOT NULL AS queued,
     a.pause_reason IS NOT NULL AS paused, a.id IN (SELECT assistant_id FROM next_up) AS is_next,
     ${switchOnSql('$1')} AS switch_on, s.*
   FROM (SELECT * FROM assistants WHERE owner_id = $1 ORDER BY created_at DESC, id LIMIT ${ACTIVITY_SHOWN}) a
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(pending_count), 0)::int AS pending, coalesce(sum(posting_count), 0)::int AS posting,
       coalesce(sum(posted_count), 0)::int AS posted, coalesce(sum(completed_count), 0)::int AS completed,
       coalesce(sum(failed_count), 0)::int AS failed
     FROM tasks WHERE assistant_id = a.id
   ) s
   ORDER BY a.created_at DESC, a.id`,
);
