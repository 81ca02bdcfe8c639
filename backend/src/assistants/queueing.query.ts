import { sql, statement } from '../database/statement.ts';
import { targetedPagesSql } from '../postings/targets.ts';

/**
 * Stores which postings an assistant gets: for each of the flyers (JSON) one on each page that the targets match now. Nothing of the
 * assistant is claimed until `addNextPostings` has added the last of them.
 */
export const insertQueueing = statement<
  { postings: number },
  [
    ownerId: string,
    assistantId: string,
    targetPages: readonly string[],
    targetTags: readonly string[],
    flyers: string,
    gapHours: number,
    duplicateHours: number,
  ]
>(
  `WITH queued AS (
     UPDATE assistants SET queued_at = clock_timestamp(), pause_reason = 'queueing', updated_at = now() WHERE id = $2
   )
   INSERT INTO queueings (assistant_id, page_guids, flyers, gap_hours, duplicate_hours, postings_per_page)
   SELECT $2, array_agg(p.guid ORDER BY p.guid), $5, $6, $7, json_array_length($5) * CASE WHEN $7 > 0 THEN 2 ELSE 1 END
   FROM ${targetedPagesSql('$1', '$3', '$4')} p
   RETURNING cardinality(page_guids) * postings_per_page AS postings`,
);

/** Locks the assistant, so that it is not deleted meanwhile. No row if it was deleted, or if all its postings are added. */
export const lockQueueing = sql<{ assistant_id: string }, [assistantId: string]>(
  `SELECT a.id AS assistant_id FROM assistants a JOIN queueings q ON q.assistant_id = a.id
   WHERE a.id = $1 AND a.deleted_at IS NULL FOR NO KEY UPDATE OF a`,
);

/**
 * Adds the postings of the next pages, about $2 postings: of each page all, with the duplicates. A page that was unlinked
 * meanwhile gets none, also if it was linked again: its queue has begun anew. After the last page the assistant may be claimed.
 */
export const addNextPostings = statement<{ is_done: boolean }, [assistantId: string, atMost: number]>(
  `WITH queueing AS MATERIALIZED (
     SELECT q.*, a.owner_id, a.queued_at, q.pages_done + greatest(1, $2 / q.postings_per_page) AS until,
       q.pages_done + greatest(1, $2 / q.postings_per_page) >= cardinality(q.page_guids) AS is_done
     FROM queueings q JOIN assistants a ON a.id = q.assistant_id WHERE q.assistant_id = $1
   ),
   page AS MATERIALIZED (
     SELECT g.guid
     FROM queueing q CROSS JOIN unnest(q.page_guids[q.pages_done + 1 : q.until]) chosen (guid) JOIN pages g ON g.guid = chosen.guid
     -- A time of linking in the future, from before the clock was set back, excludes no page.
     WHERE g.unlinked_at IS NULL AND NOT (g.linked_at > q.queued_at AND g.linked_at <= now())
   ),
   -- OFFSET 0: each by its key. Postgres would expect many flyers, and read the whole table.
   flyer AS MATERIALIZED (
     SELECT t.id AS task_id, t.sequence_order, f.run_index, f.delay_hours
     FROM queueing q
     CROSS JOIN json_to_recordset(q.flyers) AS f (task_id uuid, run_index int, delay_hours int)
     CROSS JOIN LATERAL (SELECT id, sequence_order FROM tasks WHERE id = f.task_id OFFSET 0) t
   ),
   original AS (
     INSERT INTO page_postings
       (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours)
     SELECT q.owner_id, q.assistant_id, flyer.task_id, page.guid, q.queued_at, flyer.sequence_order, flyer.run_index, flyer.delay_hours,
       q.gap_hours
     FROM queueing q CROSS JOIN flyer CROSS JOIN page
     RETURNING *
   ),
   duplicate AS (
     INSERT INTO page_postings
       (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours, is_duplicate, duplicate_of)
     SELECT o.owner_id, o.assistant_id, o.task_id, o.page_guid, o.queued_at, o.sequence_order, o.run_index,
       o.delay_hours + q.duplicate_hours, o.gap_hours, true, o.id
     FROM original o CROSS JOIN queueing q WHERE q.duplicate_hours > 0
   ),
   counted AS (
     UPDATE tasks SET pending_count = pending_count + (SELECT count(*)::int FROM page), updated_at = now()
     WHERE id = ANY (ARRAY(SELECT task_id FROM flyer))
   ),
   more AS (
     UPDATE queueings SET pages_done = q.until FROM queueing q WHERE queueings.assistant_id = q.assistant_id AND NOT q.is_done
   ),
   done AS (DELETE FROM queueings USING queueing q WHERE queueings.assistant_id = q.assistant_id AND q.is_done),
   claimable AS (
     UPDATE assistants SET pause_reason = NULL, updated_at = now() FROM queueing q WHERE assistants.id = q.assistant_id AND q.is_done
   )
   SELECT is_done FROM queueing`,
);

export const removeQueueing = sql<never, [assistantId: string]>('DELETE FROM queueings WHERE assistant_id = $1');
