import { sql } from '../../database/statement.ts';
import type { Language } from '../messages/botMessages.ts';
import type { AlertKind } from '../messages/messageFacts.ts';

/** Shorter gaps, such as the restart of a browser, cause no alert. */
const OFFLINE_ALERT_MINUTES = 10;
/** After an outage of the server every page looks offline until it polls. */
const OFFLINE_CONFIRMED_AFTER_MINUTES = 2;

/** `subject_id` is the guid of a page, or the id of an assistant or posting. */
export const deleteEndedAlerts = sql(
  `DELETE FROM bot_alerts b WHERE NOT CASE b.kind
     WHEN 'out_of_credits' THEN EXISTS (
       SELECT FROM assistants a
       WHERE a.id = b.subject_id AND a.pause_reason = 'insufficient_credits' AND a.deleted_at IS NULL)
     WHEN 'page_offline' THEN EXISTS (
       SELECT FROM pages g
       WHERE g.guid = b.subject_id AND g.unlinked_at IS NULL AND coalesce(g.last_polled_at, g.linked_at) <= b.recorded_at)
     WHEN 'page_rate_limited' THEN EXISTS (
       -- A further refusal on the same day is no news.
       SELECT FROM pages g WHERE g.guid = b.subject_id AND g.unlinked_at IS NULL
         AND g.refusal_kind = 'rate_limited' AND g.refused_at > now() - interval '1 day')
     WHEN 'posting_in_doubt' THEN EXISTS (
       SELECT FROM page_postings p JOIN tasks t ON t.id = p.task_id
       WHERE p.id = b.subject_id AND p.status = 'failed' AND p.error_code = 'unconfirmed' AND t.archived_at IS NULL)
     WHEN 'repeat_skipped' THEN EXISTS (
       SELECT FROM repeats r WHERE r.assistant_id = b.subject_id AND r.paused_at IS NULL AND (r.next_at <= now() OR (
         SELECT problem FROM repeat_runs WHERE repeat_id = r.assistant_id ORDER BY planned_at DESC LIMIT 1) IS NOT NULL))
     WHEN 'repeat_ended' THEN EXISTS (
       SELECT FROM repeats r WHERE r.assistant_id = b.subject_id AND r.next_at IS NULL)
     -- The health of a page.
     ELSE EXISTS (
       SELECT FROM pages g WHERE g.guid = b.subject_id AND g.unlinked_at IS NULL AND 'page_' || g.health = b.kind)
   END`,
);

export const recordOfflineAlerts = sql(
  `INSERT INTO bot_alerts (kind, subject_id, user_id)
   SELECT 'page_offline', g.guid, g.owner_id
   FROM (
     -- So long must have passed since the last poll or the link, the start of posting, and the posting became pending.
     SELECT g.guid, g.owner_id, g AS page FROM pages g JOIN users u ON u.id = g.owner_id
     WHERE g.unlinked_at IS NULL AND greatest(coalesce(g.last_polled_at, g.linked_at), u.posting_switched_at)
       <= now() - interval '${OFFLINE_ALERT_MINUTES} minutes'
     OFFSET 0
   ) g
   CROSS JOIN LATERAL page_wait(g.page, NULL, false) wait
   WHERE wait.reason = 'page_offline' AND EXISTS (
     SELECT FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
     WHERE p.page_guid = g.guid AND p.status = 'pending' AND is_running(a)
       AND p.status_since <= now() - interval '${OFFLINE_ALERT_MINUTES} minutes')
   ON CONFLICT (kind, subject_id) DO NOTHING`,
);

export const recordPageAlerts = sql(
  `INSERT INTO bot_alerts (kind, subject_id, user_id)
   SELECT state.kind, g.guid, g.owner_id
   FROM pages g
   JOIN users u ON u.id = g.owner_id
   CROSS JOIN LATERAL (VALUES
     ('page_' || g.health, needs_login(g) OR g.health = 'site_changed'),
     ('page_rate_limited', g.refusal_kind = 'rate_limited' AND g.paused_until > now())) state (kind, holds)
   WHERE g.unlinked_at IS NULL AND u.is_active AND (g.health <> 'ok' OR g.paused_until > now()) AND state.holds
   ON CONFLICT (kind, subject_id) DO NOTHING`,
);

export const listAdmins = sql<{ telegram_id: string; language: Language }>(
  'SELECT telegram_id, language FROM users WHERE is_admin AND is_active ORDER BY id',
);

export type AlertRow = {
  readonly telegram_id: string;
  readonly language: Language;
  readonly credits_balance: number;
  readonly is_digest: boolean;
  readonly kind: AlertKind;
  readonly reason: string | null;
  readonly subject_ids: string[];
  /** Of a posting. */
  readonly task_id: string | null;
  /** The try of a posting: a button under an older alert is about an older try. */
  readonly attempt: number | null;
  /** Of the assistants or of the pages, with the computer of a page on a runner. */
  readonly names: string[];
};

/** To active users. Insufficient credits are told once until the user gets credits, because each run of a repeat is paused too. */
export const markAlertsSent = sql<AlertRow>(
  `WITH sent AS (
     UPDATE bot_alerts b SET sent_at = now() FROM users u
     WHERE sent_at IS NULL AND u.id = b.user_id AND may_tell(u, b.recorded_at) AND (kind <> 'page_offline' OR recorded_at <= now() - interval '${OFFLINE_CONFIRMED_AFTER_MINUTES} minutes')
     RETURNING kind, subject_id, user_id, reason
   )
   SELECT u.telegram_id, u.language, u.credits_balance, u.digest_at IS NOT NULL AS is_digest, s.kind, s.reason, max(p.posting_visits) AS attempt,
     max(p.task_id::text) AS task_id,
     array_agg(s.subject_id::text ORDER BY g.name, a.created_at) AS subject_ids,
     array_agg(coalesce(page_name(g), a.name)
       || coalesce(' (' || r.host_name || ')', '') ORDER BY g.name, a.created_at) AS names
   FROM sent s
   JOIN users u ON u.id = s.user_id
   LEFT JOIN page_postings p ON p.id = s.subject_id
   LEFT JOIN pages g ON g.guid = coalesce(p.page_guid, s.subject_id)
   LEFT JOIN runners r ON r.id = g.runner_id AND r.ended_at IS NULL AND s.kind LIKE 'page\\_%'
   LEFT JOIN assistants a ON a.id = s.subject_id
   WHERE u.is_active AND NOT (s.kind = 'out_of_credits' AND EXISTS (
     SELECT FROM bot_alerts told
     WHERE told.user_id = s.user_id AND told.kind = 'out_of_credits' AND told.sent_at > (
       SELECT created_at FROM credit_transactions WHERE user_id = s.user_id AND amount > 0 ORDER BY seq DESC LIMIT 1)))
   GROUP BY u.id, s.kind, s.reason
   ORDER BY u.id, s.kind, s.reason`,
);
