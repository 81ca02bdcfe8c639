import { type Db, oneRow, sql } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';

/*
 * What the job of an erasure deletes. Each statement is safe to repeat, and changes nothing when it finds nothing. Rows to which
 * the ledger refers stay without texts: pages, assistants, tasks and postings.
 */

const MAX_ROWS = 500;
/** A device may report a post that it has begun. Afterwards its claim is ended even if the device extends its lease. */
const CLAIMS_END_AFTER_MINUTES = 10;

export type Erasure = { readonly telegram_id: string; readonly claims_must_end: boolean };

/** No row when the erasure is finished. */
export const findErasure = sql<Erasure, [userId: string]>(
  `SELECT telegram_id, requested_at < now() - interval '${CLAIMS_END_AFTER_MINUTES} minutes' AS claims_must_end
   FROM erasures WHERE user_id = $1`,
);
export const endErasure = sql<never, [userId: string]>('DELETE FROM erasures WHERE user_id = $1');

/** Also the pages that were unlinked before. */
export const listPageGuids = sql<{ guid: string }, [userId: string]>(
  'SELECT guid FROM pages WHERE owner_id = $1 ORDER BY guid',
);
export const listDeletedAssistants = sql<{ id: string }, [userId: string]>(
  'SELECT id FROM assistants WHERE owner_id = $1 ORDER BY id',
);

export const expireClaims = sql<never, [userId: string]>(
  'UPDATE in_flight SET lease_expires_at = now() WHERE owner_id = $1',
);
export const countClaims = sql<{ claims: number }, [userId: string]>(
  'SELECT count(*)::int AS claims FROM in_flight WHERE owner_id = $1',
);

/** Posts without a screenshot are completed without one. */
export const completePosted = sql<{ changed: number }, [userId: string]>(
  `WITH posted AS MATERIALIZED (
    SELECT p.id FROM assistants a JOIN page_postings p ON p.assistant_id = a.id
    WHERE a.owner_id = $1 AND left(p.status, 1) = 'p' AND p.status = 'posted' ORDER BY p.id LIMIT ${MAX_ROWS} FOR NO KEY UPDATE OF p
  ),
  pending AS (DELETE FROM pending_screenshots s USING posted WHERE s.posting_id = posted.id),
  completed AS (
    UPDATE page_postings p SET status = 'completed', screenshot_error = 'The account was deleted.'
    FROM posted WHERE p.id = posted.id RETURNING p.id
  )
  SELECT count(*)::int AS changed FROM completed`,
);

export const listTasks = sql<{ id: string }, [userId: string, after: string]>(
  'SELECT id FROM tasks WHERE owner_id = $1 AND id > $2 ORDER BY id LIMIT 50',
);
/** Of one task, because each batch reads all its postings. */
export const clearPostings = sql<{ changed: number }, [taskId: string]>(
  `WITH found AS MATERIALIZED (
    SELECT id FROM page_postings
    WHERE task_id = $1 AND coalesce(external_post_id, other_creator_id, error_message, error_code, screenshot_error,
      picture_file_id::text, encode(claim_token_hash, 'hex')) IS NOT NULL
    ORDER BY id LIMIT ${MAX_ROWS} FOR NO KEY UPDATE
  ),
  delivered AS (DELETE FROM bot_delivered_screenshots d USING found WHERE d.posting_id = found.id),
  cleared AS (
    UPDATE page_postings p
    SET external_post_id = NULL, other_creator_id = NULL, error_message = NULL, error_code = NULL, screenshot_error = NULL, picture_file_id = NULL,
      claim_token_hash = NULL
    FROM found WHERE p.id = found.id RETURNING p.id
  )
  SELECT count(*)::int AS changed FROM cleared`,
);
export const clearFailures = sql<{ changed: number }, [taskId: string]>(
  `WITH cleared AS (
    UPDATE posting_transitions SET error_message = NULL, extension_version = NULL WHERE id IN (
      SELECT t.id FROM page_postings p JOIN posting_transitions t ON t.posting_id = p.id
      WHERE p.task_id = $1 AND coalesce(t.error_message, t.extension_version) IS NOT NULL LIMIT ${MAX_ROWS}
    ) RETURNING id
  )
  SELECT count(*)::int AS changed FROM cleared`,
);
export const clearTasks = sql<never, [taskIds: readonly string[]]>(
  `UPDATE tasks SET description = '', file_id = NULL
   WHERE id = ANY ($1::uuid[]) AND (description <> '' OR file_id IS NOT NULL)`,
);
/** A trigger lists their bytes for deletion. */
export const deleteFiles = sql<{ changed: number }, [userId: string]>(
  `WITH deleted AS (
    DELETE FROM files WHERE id IN (SELECT id FROM files WHERE owner_id = $1 LIMIT ${MAX_ROWS}) RETURNING id
  )
  SELECT count(*)::int AS changed FROM deleted`,
);
/** Entries after $2, because a ledger can be much longer than a batch. */
export const clearLedger = sql<{ changed: number; last: string | null }, [userId: string, afterSeq: string]>(
  `WITH found AS (
    SELECT id FROM credit_transactions
    WHERE user_id = $1 AND seq > $2 AND description <> transaction_type ORDER BY seq LIMIT ${MAX_ROWS}
  ),
  cleared AS (
    UPDATE credit_transactions t SET description = transaction_type FROM found WHERE t.id = found.id RETURNING t.seq
  )
  SELECT count(*)::int AS changed, max(seq)::text AS last FROM cleared`,
);

/** The accounts' few rows: a statement for each table. */
const OWN_ROWS = [
  'DELETE FROM devices WHERE page_guid IN (SELECT guid FROM pages WHERE owner_id = $1)',
  'DELETE FROM live_posts WHERE page_guid IN (SELECT guid FROM pages WHERE owner_id = $1)',
  'DELETE FROM structure_reports WHERE page_guid IN (SELECT guid FROM pages WHERE owner_id = $1)',
  'DELETE FROM site_packs WHERE owner_id = $1',
  `UPDATE pages SET creator_id = guid::text, name = '', username = '', avatar_url = NULL, tags = '{}', health = 'ok',
     extension_version = NULL, unfit_pack = NULL, missing = NULL, time_zone = DEFAULT, max_posts_in_24_hours = NULL, min_gap_minutes = NULL,
     posting_hours_from = NULL, posting_hours_until = NULL, posting_hours_zone = NULL, refusal_kind = NULL, refusals = 0, refused_at = NULL, paused_until = NULL, has_scheduler = true, next_due_at = NULL, home_count = 0, notifications_count = 0, messages_count = 0, last_polled_at = NULL, runner_id = NULL, is_awake = false
   WHERE owner_id = $1 AND creator_id <> guid::text`,
  'DELETE FROM runners WHERE owner_id = $1',
  // After the pages: without their addresses no avatar can be added.
  'DELETE FROM page_avatars WHERE page_guid IN (SELECT guid FROM pages WHERE owner_id = $1)',
  `UPDATE assistants SET name = '', posting_rules = '{"target_pages": [], "target_tags": [], "start_delay_hours": 0,
       "delay_between_tasks_hours": 0, "duplication_time_hours": 0}', reset_after_posts_list = '{}', preset_id = NULL,
     copy_of = NULL, copy_key = NULL,
     flyers_deleted = true
   WHERE owner_id = $1`,
  'DELETE FROM repeats WHERE assistant_id IN (SELECT id FROM assistants WHERE owner_id = $1)',
  'DELETE FROM presets WHERE owner_id = $1',
  'DELETE FROM listed_words WHERE owner_id = $1',
  'DELETE FROM bot_screenshot_requests WHERE assistant_id IN (SELECT id FROM assistants WHERE owner_id = $1)',
  'DELETE FROM problem_reports WHERE user_id = $1',
  'DELETE FROM bot_alerts WHERE user_id = $1',
  'DELETE FROM bot_settings WHERE user_id = $1',
  'DELETE FROM bot_flyer_parts WHERE user_id = $1',
  `UPDATE audit_events SET details = details - 'description'
   WHERE target_id = $1 AND details ? 'description'`,
  `UPDATE audit_events SET details = details - 'parameters'
   WHERE admin_id = $1 AND event = 'exported' AND details ? 'parameters'`,
  // What admins have searched for when they exported.
  `UPDATE audit_events a SET details = jsonb_set(details, '{parameters}', (
       SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(details -> 'parameters')
       WHERE NOT names_person(value #>> '{}', e)))
   FROM erasures e
   WHERE e.user_id = $1 AND a.event = 'exported'
     AND EXISTS (SELECT FROM jsonb_each_text(details -> 'parameters') WHERE names_person(value, e))`,
  `DELETE FROM download_tickets t USING erasures e
   WHERE e.user_id = $1 AND EXISTS (SELECT FROM jsonb_each_text(parameters) WHERE names_person(value, e))`,
  `DELETE FROM rate_limits WHERE key LIKE '%' || $1::text`,
].map((text) => sql<never, [userId: string]>(text));

/** Rows that were written before the person signed in again. */
const BEFORE_RETURN = `coalesce((SELECT created_at FROM users WHERE telegram_id = $1), 'infinity')`;
const JOBS_OF_CHAT = `queue_name IN ('chat:' || $1::text, 'send:' || $1::text)`;
/** Data of the private chat with the bot: the chat's id is the Telegram id. */
const CHAT_ROWS = [
  `DELETE FROM bot_updates WHERE coalesce(body #>> '{message,from,id}', body #>> '{callback_query,from,id}') = $1 AND received_at < ${BEFORE_RETURN}`,
  `DELETE FROM bot_messages WHERE chat_id = $1 AND created_at < ${BEFORE_RETURN}`,
  `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
   WHERE ${JOBS_OF_CHAT} AND locked_at IS NULL AND created_at < ${BEFORE_RETURN} HAVING count(*) > 0`,
  // Renamed, because a job could be added to a queue while it is deleted, and would never run then.
  `UPDATE graphile_worker._private_job_queues SET queue_name = 'erased:' || gen_random_uuid()
   WHERE ${JOBS_OF_CHAT} AND NOT EXISTS (SELECT FROM users WHERE telegram_id = $1)`,
  `DELETE FROM rate_limits WHERE key = 'new_session:' || $1::text`,
].map((text) => sql<never, [telegramId: string]>(text));

export async function clearRows(db: Db, userId: string, telegramId: string): Promise<void> {
  for (const statement of OWN_ROWS) await retryConflicts(() => statement(db, [userId]));
  for (const statement of CHAT_ROWS) await retryConflicts(() => statement(db, [telegramId]));
}

/** Rows that are still to be deleted. More than zero if something was added meanwhile, such as a screenshot that was being made. */
export const countRemains = (db: Db, userId: string) =>
  oneRow(
    sql<{ remains: number }, [userId: string]>(
      `SELECT ((SELECT count(*) FROM files WHERE owner_id = $1) + (SELECT count(*) FROM presets WHERE owner_id = $1)
         + (SELECT count(*) FROM account_exports WHERE owner_id = $1) + (SELECT count(*) FROM listed_words WHERE owner_id = $1)
         + (SELECT count(*) FROM pages WHERE owner_id = $1 AND (unlinked_at IS NULL OR creator_id <> guid::text))
         + (SELECT count(*) FROM assistants WHERE owner_id = $1 AND (deleted_at IS NULL OR name <> ''))
         + (SELECT count(*) FROM tasks WHERE owner_id = $1 AND (description <> '' OR file_id IS NOT NULL)))::int AS remains`,
    )(db, [userId]),
  );
