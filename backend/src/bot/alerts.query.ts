import { sql } from '../database/statement.ts';
import type { Language } from './messages/botMessages.ts';

/** Long enough to ignore the restart of a browser or a laptop that is closed for a short time. */
const OFFLINE_ALERT_MINUTES = 10;
/** After an outage of the server every page looks offline. So an alert is sent only after each page had time to poll. */
const OFFLINE_CONFIRMED_AFTER_MINUTES = 2;

/** The data of an alert for one user. */
type AlertRow = {
  readonly telegram_id: string;
  readonly language: Language;
  readonly credits_balance: number;
  readonly names: string[];
};

/** Deletes the alerts of assistants that were resumed or deleted. */
export const deleteEndedCreditAlerts = sql(
  `DELETE FROM bot_alerts b WHERE kind = 'out_of_credits' AND NOT EXISTS (
     SELECT FROM assistants a
     WHERE a.id = b.subject_id AND a.pause_reason = 'insufficient_credits' AND a.deleted_at IS NULL)`,
);

/** Marks the unsent alerts as sent. Returns a row for each user. */
export const markCreditAlertsSent = sql<AlertRow>(
  `WITH sent AS (
     UPDATE bot_alerts SET told_at = now() WHERE kind = 'out_of_credits' AND told_at IS NULL
     RETURNING subject_id, user_id
   )
   SELECT u.telegram_id, u.language, u.credits_balance, array_agg(a.name ORDER BY a.created_at) AS names
   FROM sent t JOIN assistants a ON a.id = t.subject_id JOIN users u ON u.id = t.user_id
   WHERE u.is_active GROUP BY u.id`,
);

/** Deletes the alerts of pages that have polled again or were unlinked. */
export const deleteEndedOfflineAlerts = sql(
  `DELETE FROM bot_alerts b WHERE kind = 'page_offline' AND NOT EXISTS (
     SELECT FROM pages g
     WHERE g.guid = b.subject_id AND g.unlinked_at IS NULL
       AND coalesce(g.last_polled_at, g.linked_at) <= b.noticed_at)`,
);

/**
 * Records pages that stopped polling although they have pending postings. Marks the alerts as sent where the page is confirmed to
 * be offline. Returns a row for each user.
 */
export const markOfflineAlertsSent = sql<AlertRow>(
  `WITH offline AS MATERIALIZED (
     SELECT g.guid, g.owner_id
     FROM pages g JOIN users u ON u.id = g.owner_id
     WHERE g.unlinked_at IS NULL AND u.is_active AND u.is_posting_active
       -- The page could have posted since the latest of these times, and since the posting was queued.
       AND greatest(coalesce(g.last_polled_at, g.linked_at), u.posting_switched_at)
         <= now() - interval '${OFFLINE_ALERT_MINUTES} minutes'
       AND EXISTS (
         SELECT FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
         WHERE p.page_guid = g.guid AND p.status = 'pending' AND a.pause_reason IS NULL
           AND p.status_since <= now() - interval '${OFFLINE_ALERT_MINUTES} minutes')
   ),
   recorded AS (
     INSERT INTO bot_alerts (kind, subject_id, user_id) SELECT 'page_offline', guid, owner_id FROM offline
     ON CONFLICT (kind, subject_id) DO NOTHING
   ),
   sent AS (
     UPDATE bot_alerts b SET told_at = now() FROM offline s
     WHERE b.kind = 'page_offline' AND b.subject_id = s.guid AND b.told_at IS NULL
       AND b.noticed_at <= now() - interval '${OFFLINE_CONFIRMED_AFTER_MINUTES} minutes'
     RETURNING b.subject_id, b.user_id
   )
   SELECT u.telegram_id, u.language, u.credits_balance,
     array_agg(coalesce(nullif(g.name, ''), nullif(g.username, ''), g.creator_id) ORDER BY g.name) AS names
   FROM sent t JOIN pages g ON g.guid = t.subject_id JOIN users u ON u.id = t.user_id GROUP BY u.id`,
);
