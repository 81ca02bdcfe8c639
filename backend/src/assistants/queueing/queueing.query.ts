import { REPEATED_IMAGE_DAYS, SITE_TEXT_LENGTH } from '@flyerdeck/contracts';
import { sql, statement } from '../../database/statement.ts';

/** Nothing of the assistant is claimed until `addNextPostings` has added the last posting. */
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
   FROM targeted_pages($1, $3, $4) p
   RETURNING cardinality(page_guids) * postings_per_page AS postings`,
);

/** No row if the assistant was deleted, or if all its postings are added. */
export const lockQueueing = sql<{ assistant_id: string }, [assistantId: string]>(
  `SELECT a.id AS assistant_id FROM assistants a JOIN queueings q ON q.assistant_id = a.id
   WHERE a.id = $1 AND a.deleted_at IS NULL FOR NO KEY UPDATE OF a`,
);

/** About $2 postings, of each page all. A page that was unlinked meanwhile gets none, also if it was linked again: its queue has begun anew. */
export const addNextPostings = statement<{ is_done: boolean }, [assistantId: string, atMost: number]>(
  `WITH queueing AS MATERIALIZED (
     SELECT q.*, a.owner_id, a.queued_at, q.pages_done + greatest(1, $2 / q.postings_per_page) AS until,
       q.pages_done + greatest(1, $2 / q.postings_per_page) >= cardinality(q.page_guids) AS is_done
     FROM queueings q JOIN assistants a ON a.id = q.assistant_id WHERE q.assistant_id = $1
   ),
   page AS MATERIALIZED (
     SELECT g AS whole, g.guid
     FROM queueing q CROSS JOIN unnest(q.page_guids[q.pages_done + 1 : q.until]) chosen (guid) JOIN pages g ON g.guid = chosen.guid
     -- A time of linking in the future, from before the clock was set back, excludes no page.
     WHERE g.unlinked_at IS NULL AND NOT (g.linked_at > q.queued_at AND g.linked_at <= now())
   ),
   -- OFFSET 0: each by its key. Postgres would expect many flyers, and read the whole table.
   flyer AS MATERIALIZED (
     SELECT t.id AS task_id, t.sequence_order, t.description, f.run_index, f.delay_hours
     FROM queueing q
     CROSS JOIN json_to_recordset(q.flyers) AS f (task_id uuid, run_index int, delay_hours int)
     CROSS JOIN LATERAL (SELECT id, sequence_order, description FROM tasks WHERE id = f.task_id OFFSET 0) t
   ),
   original AS (
     INSERT INTO page_postings
       (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours, page_text)
     SELECT q.owner_id, q.assistant_id, flyer.task_id, page.guid, q.queued_at, flyer.sequence_order, flyer.run_index, flyer.delay_hours,
       q.gap_hours, nullif(text_for_page(flyer.description, page.whole), flyer.description)
     FROM queueing q CROSS JOIN flyer CROSS JOIN page
     RETURNING *
   ),
   duplicate AS (
     INSERT INTO page_postings
       (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours, page_text, is_duplicate,
        duplicate_of)
     SELECT o.owner_id, o.assistant_id, o.task_id, o.page_guid, o.queued_at, o.sequence_order, o.run_index,
       o.delay_hours + q.duplicate_hours, o.gap_hours, o.page_text, true, o.id
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

/** Its posts may be later than the delays say. `g` is the page. */
const IS_RESTRICTED = `(has_limits(g) OR coalesce(g.paused_until > now(), false))`;

export type ExtentRow = {
  pages: number;
  offline_pages: number;
  restricted_pages: number;
  unpaid_pages: number;
  task_ids: string[];
  balance: number;
  start_passed: boolean;
};

/** The numbers of pages, of restricted pages and of pages to be charged, and the ordered tasks of the assistant $4. */
export const findExtent = statement<
  ExtentRow,
  [ownerId: string, targetPages: readonly string[], targetTags: readonly string[], assistantId: string]
>(
  `SELECT count(g.guid)::int AS pages,
     (count(g.guid) FILTER (WHERE is_offline(g.last_polled_at)))::int AS offline_pages,
     (count(g.guid) FILTER (WHERE ${IS_RESTRICTED}))::int AS restricted_pages,
     (count(g.guid) FILTER (WHERE needs_fee(g, now())))::int AS unpaid_pages,
     ARRAY(SELECT t.id::text FROM tasks t WHERE t.assistant_id = $4 AND t.archived_at IS NULL ORDER BY t.sequence_order, t.id) AS task_ids,
     (SELECT credits_balance FROM users WHERE id = $1) AS balance,
     EXISTS (SELECT FROM assistants WHERE id = $4 AND starts_at <= now()) AS start_passed
   FROM targeted_pages($1, $2, $3) g`,
);

/** The gap is in hours. The new postings come after the queues of the pages. */
export const planNewPostings = sql<
  { first_at: Date | null; last_at: Date | null; is_last_known: boolean; moved_pages: number },
  [
    ownerId: string,
    targetPages: readonly string[],
    targetTags: readonly string[],
    delays: readonly number[],
    runs: readonly number[],
    gapHours: number,
    startsAt: Date | null,
  ]
>(
  `SELECT min(n.publish_at) FILTER (WHERE NOT n.is_beyond) AS first_at, max(n.publish_at) AS last_at,
     NOT coalesce(bool_or(n.is_beyond), false) AS is_last_known,
     (count(DISTINCT g.guid) FILTER (WHERE n.is_moved))::int AS moved_pages
   FROM targeted_pages($1, $2, $3) g CROSS JOIN LATERAL plan_page(g, $4, $5, $6, $7) n
   WHERE ${IS_RESTRICTED} AND n.id IS NULL`,
);

/** On the first three of the pages that the rules match, by name. */
export const listTextsForPages = sql<
  { page: string; text: string },
  [ownerId: string, targetPages: readonly string[], targetTags: readonly string[], description: string]
>(
  `SELECT text_for_page('{name}', g) AS page, text_for_page($4, g) AS text
   FROM targeted_pages($1, $2, $3) g ORDER BY lower(text_for_page('{name}', g)), g.guid LIMIT 3`,
);

export const findListedWords = sql<{ words: string[] }, [ownerId: string]>(
  'SELECT words FROM listed_words WHERE owner_id = $1',
);

export const replaceListedWords = sql<{ words: string[] }, [ownerId: string, words: readonly string[]]>(
  `INSERT INTO listed_words (owner_id, words) VALUES ($1, $2)
   ON CONFLICT (owner_id) DO UPDATE SET words = EXCLUDED.words RETURNING words`,
);

/** The text of a flyer only if $5 is set. A flyer whose image an earlier one of the assistant has repeats it on all pages. */
export const inspectFlyers = sql<
  { description: string | null; is_long: boolean; pages: number },
  [
    ownerId: string,
    targetPages: readonly string[],
    targetTags: readonly string[],
    assistantId: string,
    withTexts: boolean,
  ]
>(
  `WITH flyer AS MATERIALIZED (
     SELECT t.id, t.sequence_order, t.description, f.sha256
     FROM tasks t LEFT JOIN files f ON f.id = t.file_id WHERE t.assistant_id = $4 AND t.archived_at IS NULL
   ),
   target AS MATERIALIZED (SELECT guid FROM targeted_pages($1, $2, $3) g),
   repeated AS MATERIALIZED (
     SELECT image.sha256, count(DISTINCT p.page_guid)::int AS pages
     FROM (SELECT DISTINCT sha256 FROM flyer WHERE sha256 IS NOT NULL) image
     JOIN files same ON same.sha256 = image.sha256 AND same.owner_id = $1
     JOIN tasks other ON other.file_id = same.id AND other.assistant_id <> $4
     JOIN page_postings p ON p.task_id = other.id
     WHERE p.page_guid IN (SELECT guid FROM target) AND (
       p.status IN ('pending', 'posting') OR (p.status IN ('posted', 'completed') OR p.error_code = 'unconfirmed')
         AND greatest(p.posted_at, p.scheduled_for, p.publish_at) > now() - interval '${REPEATED_IMAGE_DAYS} days'
     )
     GROUP BY image.sha256
   )
   SELECT CASE WHEN $5 THEN flyer.description END AS description,
     CASE WHEN strpos(flyer.description, '{') = 0 THEN char_length(flyer.description)
       ELSE (SELECT max(char_length(text_for_page(flyer.description, g))) FROM targeted_pages($1, $2, $3) g) END > ${SITE_TEXT_LENGTH} AS is_long,
     CASE WHEN count(*) OVER (PARTITION BY flyer.sha256 ORDER BY flyer.sequence_order, flyer.id) > 1 AND flyer.sha256 IS NOT NULL
       THEN (SELECT count(*)::int FROM target) ELSE coalesce(repeated.pages, 0) END AS pages
   FROM flyer LEFT JOIN repeated ON repeated.sha256 = flyer.sha256
   ORDER BY flyer.sequence_order, flyer.id`,
);
