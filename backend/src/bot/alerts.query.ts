import { sql } from '../database/statement.ts';
import type { Language } from './messages/botMessages.ts';

/** A page that has not polled for this long is offline. Shorter gaps, such as the restart of a browser, cause no alert. */
const OFFLINE_ALERT_MINUTES = 10;
/**
 * An alert is sent this long after it was recorded, unless its page polls before. After an outage of the server every page looks
 * offline until it polls.
 */
const OFFLINE_CONFIRMED_AFTER_MINUTES = 2;

/** The data of an alert for one user. */
type AlertRow = {
  readonly telegram_id: string;
  readonly language: Language;
  readonly credits_balance: number;
  /** The names of the assistants or of the pages. */
  readonly names: string[];
};

/** Deletes the alerts of assistants that were resumed or deleted. `subject_id` is the assistant's id. */
export const deleteEndedCreditAlerts = sql(
  `DELETE FROM bot_alerts b WHERE kind = 'out_of_credits' AND NOT EXISTS (
     SELECT FROM assistants a
     WHERE a.id = b.subject_id AND a.pause_reason = 'insufficient_credits' AND a.deleted_at IS NULL)`,
);

/** Marks the alerts as sent that record_lack_of_credits.sql has recorded. Returns a row for each active user with such alerts. */
export const markCreditAlertsSent = sql<AlertRow>(
  `WITH sent AS (
     UPDATE bot_alerts SET sent_at = now() WHERE kind = 'out_of_credits' AND sent_at IS NULL
     RETURNING subject_id, user_id
   )
   SELECT u.telegram_id, u.language, u.credits_balance, array_agg(a.name ORDER BY a.created_at) AS names
   FROM sent s JOIN assistants a ON a.id = s.subject_id JOIN users u ON u.id = s.user_id
   WHERE u.is_active GROUP BY u.id`,
);

/** Deletes the alerts of pages that have polled again or were unlinked. `subject_id` is the page's guid. */
export const deleteEndedOfflineAlerts = sql(
  `DELETE FROM bot_alerts b WHERE kind = 'page_offline' AND NOT EXISTS (
     SELECT FROM pages g
     WHERE g.guid = b.subject_id AND g.unlinked_at IS NULL
       AND coalesce(g.last_polled_at, g.linked_at) <= b.recorded_at)`,
);

/**
 * Records an alert for each page that has pending postings but stopped polling. Marks an alert as sent if the page is still
 * offline OFFLINE_CONFIRMED_AFTER_MINUTES later. Returns a row for each user with such alerts.
 */
export const markOfflineAlertsSent = sql<AlertRow>(
  `WITH offline AS MATERIALIZED (
     SELECT g.guid, g.owner_id
     FROM pages g JOIN users u ON u.id = g.owner_id
     WHERE g.unlinked_at IS NULL AND u.is_active AND u.is_posting_active
       -- This much time must have passed since the last poll (or the link), since posting was started, and below since the
       -- posting became pending.
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
     UPDATE bot_alerts b SET sent_at = now() FROM offline o
     WHERE b.kind = 'page_offline' AND b.subject_id = o.guid AND b.sent_at IS NULL
       AND b.recorded_at <= now() - interval '${OFFLINE_CONFIRMED_AFTER_MINUTES} minutes'
     RETURNING b.subject_id, b.user_id
   )
   SELECT u.telegram_id, u.language, u.credits_balance,
     array_agg(coalesce(nullif(g.name, ''), nullif(g.username, ''), g.creator_id) ORDER BY g.name) AS names
   FROM sent s JOIN pages g ON g.guid = s.subject_id JOIN users u ON u.id = s.user_id GROUP BY u.id`,
);

/** Deletes the alerts of pages that are logged in again or were unlinked. `subject_id` is the page's guid. */
export const deleteEndedLoginAlerts = sql(
  `DELETE FROM bot_alerts b WHERE kind = 'page_logged_out' AND NOT EXISTS (
     SELECT FROM pages g
     WHERE g.guid = b.subject_id AND g.unlinked_at IS NULL AND needs_login(g))`,
);

/** Marks an alert as sent for each page that is logged out, or logged in with another account. Returns a row for each user with such alerts. */
export const markLoginAlertsSent = sql<AlertRow>(
  `WITH sent AS (
     INSERT INTO bot_alerts (kind, subject_id, user_id, sent_at)
     SELECT 'page_logged_out', g.guid, g.owner_id, now()
     FROM pages g JOIN users u ON u.id = g.owner_id
     WHERE g.unlinked_at IS NULL AND u.is_active AND needs_login(g)
     ON CONFLICT (kind, subject_id) DO NOTHING
     RETURNING subject_id, user_id
   )
   SELECT u.telegram_id, u.language, u.credits_balance,
     array_agg(coalesce(nullif(g.name, ''), nullif(g.username, ''), g.creator_id) ORDER BY g.name) AS names
   FROM sent s JOIN pages g ON g.guid = s.subject_id JOIN users u ON u.id = s.user_id GROUP BY u.id`,
);
