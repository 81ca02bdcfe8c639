import { PAGE_EVENTS_SHOWN, type PageDiagnosis, type PageEvent } from '@flyerdeck/contracts';
import { isoTimeSql, statementWithIsoTimes } from '../../database/statement.ts';
import { mayPostWith } from '../../pages/sitePacks/sitePacks.query.ts';

const POSTINGS_READ = 30;

/** The next posting is chosen as a poll does: one that is not paused comes first. */
export const findPageFacts = statementWithIsoTimes<Omit<PageDiagnosis, 'page' | 'events'>, [guid: string]>(
  `SELECT g.unlinked_at,
     json_build_object('telegram_id', u.telegram_id,
       'name', person_label(u),
       'is_active', u.is_active, 'is_posting_active', u.is_posting_active, 'credits_balance', u.credits_balance) AS owner,
     (SELECT json_build_object('browser', d.browser, 'linked_at', ${isoTimeSql('d.bound_at')})
      FROM devices d WHERE d.page_guid = g.guid AND d.voided_at IS NULL) AS device,
     json_build_object('used', g.site_pack_version, 'wanted', site_pack_of(g.owner_id),
       'may_post', g.site_pack_version IS NULL OR ${mayPostWith('g.site_pack_version', 'g.owner_id')}) AS site_pack,
     CASE WHEN g.refused_at IS NOT NULL AND g.refusal_kind IS NOT NULL THEN json_build_object('kind', g.refusal_kind, 'at', ${isoTimeSql('g.refused_at')}) END AS refused,
     (SELECT count(*)::int FROM page_postings p WHERE p.page_guid = g.guid AND p.status = 'pending') AS pending_count,
     CASE WHEN next.id IS NOT NULL THEN json_build_object('posting_id', next.id, 'task_id', next.task_id,
       'assistant_name', next.name, 'queued_at', ${isoTimeSql('next.queued_at')},
       'wait_reason', nullif(wait.reason, 'unlinked'), 'wait_until', ${isoTimeSql('wait.until')}) END AS next,
     CASE WHEN f.page_guid IS NOT NULL THEN json_build_object('posting_id', f.posting_id, 'claimed_at', ${isoTimeSql('f.claimed_at')},
       'lease_expires_at', ${isoTimeSql('f.lease_expires_at')}, 'submitting_at', ${isoTimeSql('f.submitting_at')}) END AS in_flight
   FROM pages g
   JOIN users u ON u.id = g.owner_id
   LEFT JOIN in_flight f ON f.page_guid = g.guid
   LEFT JOIN LATERAL (
     SELECT p.id, p.task_id, p.assistant_id, p.queued_at, a.name
     FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
     WHERE p.page_guid = g.guid AND p.status = 'pending' AND a.deleted_at IS NULL
     ORDER BY a.pause_reason IS NOT NULL, p.queued_at, p.is_duplicate, p.sequence_order, p.id LIMIT 1
   ) next ON true
   CROSS JOIN LATERAL page_wait(g, next.assistant_id, false) wait
   WHERE g.guid = $1`,
);

export const listPageEvents = statementWithIsoTimes<PageEvent, [guid: string]>(
  `WITH posting AS (
     SELECT id, task_id, status, status_since, error_message FROM page_postings
     WHERE page_guid = $1 AND publish_at IS NOT NULL ORDER BY updated_at DESC LIMIT ${POSTINGS_READ}
   )
   SELECT * FROM (
     SELECT s.at, 'step' AS kind, posting.id AS posting_id, posting.task_id, s.from_status, s.to_status,
       -- A posting has the error of its last failure only.
       CASE WHEN s.to_status = 'failed' AND posting.status = 'failed' AND s.at >= posting.status_since THEN posting.error_message END AS text
     FROM posting JOIN posting_transitions s ON s.posting_id = posting.id
     UNION ALL
     SELECT created_at, 'not_found', posting_id, NULL, NULL, NULL, array_to_string(missing, ', ')
     FROM structure_reports WHERE page_guid = $1
     UNION ALL
     SELECT bound_at, 'linked', NULL, NULL, NULL, NULL, browser FROM devices WHERE page_guid = $1 AND bound_at IS NOT NULL
     UNION ALL
     SELECT voided_at, 'unlinked', NULL, NULL, NULL, NULL, browser FROM devices
     WHERE page_guid = $1 AND bound_at IS NOT NULL AND voided_at IS NOT NULL
   ) event ORDER BY at DESC LIMIT ${PAGE_EVENTS_SHOWN}`,
);
