import type { UnlinkReason } from '@flyerdeck/contracts';
import { statement } from '../database/statement.ts';
import type { WaitFacts } from '../queue/waitReason.ts';

/** `pause_reason` is set only if all pending postings of the page are paused: the reason of one of them. */
type PollRow = Omit<WaitFacts, 'page_active'> & {
  device_id: string;
  page_guid: string | null;
  linked: boolean;
  /** Why the device was unlinked. Null while it is linked. */
  void_reason: UnlinkReason | null;
  /** Another call has locked the page: this poll stored nothing and can claim nothing. */
  is_held: boolean;
  too_fast: boolean;
  /** The page has a pending posting that is not paused. */
  has_claimable: boolean;
  has_waiting: boolean;
  /** The posting in flight may be claimed again: its lease has expired, or this device has not reported it as `submitting`. */
  is_reclaimable: boolean;
};

type Count = number | null;
type Text = string | null;

/**
 * The most frequent call is one statement: it finds the device, updates the page and returns whether a posting may be claimed.
 * The same update counts polls per second, because a separate rate limiter would double the cost.
 * It does not wait for locks: a page that another call has locked (a claim, or an unlinking of thousands of pages) is updated
 * at its next poll.
 */
export const poll = statement<PollRow, [Buffer, Count, Count, Count, Text, Text, Text, Text, Text, Text, number]>(
  'poll',
  `WITH device AS (SELECT id, page_guid, voided_at, void_reason FROM devices WHERE secret_hash = $1),
  free AS MATERIALIZED (
    SELECT p.guid FROM device d JOIN pages p ON p.guid = d.page_guid
    WHERE d.voided_at IS NULL AND p.unlinked_at IS NULL
    FOR NO KEY UPDATE OF p SKIP LOCKED
  ),
  page AS (
    UPDATE pages p
    SET last_polled_at = now(),
        poll_window_started_at = CASE WHEN p.poll_window_started_at > now() - interval '1 second' THEN p.poll_window_started_at ELSE now() END,
        polls_counted = CASE WHEN p.poll_window_started_at > now() - interval '1 second' THEN p.polls_counted + 1 ELSE 1 END,
        home_count = coalesce($2, p.home_count),
        notifications_count = coalesce($3, p.notifications_count),
        messages_count = coalesce($4, p.messages_count),
        name = coalesce($5, p.name),
        username = coalesce($6, p.username),
        avatar_url = coalesce($7, p.avatar_url),
        time_zone = coalesce($8, p.time_zone),
        extension_version = coalesce($9, p.extension_version),
        health = coalesce($10, p.health)
    FROM free
    WHERE p.guid = free.guid
    RETURNING p.guid, p.owner_id, p.health, p.polls_counted
  )
  SELECT d.id AS device_id, d.page_guid, d.void_reason, page.guid IS NOT NULL OR held.guid IS NOT NULL AS linked,
    held.guid IS NOT NULL AS is_held, coalesce(page.polls_counted > $11, false) AS too_fast,
    coalesce(page.health, 'ok') AS page_health,
    coalesce(u.is_active, false) AS owner_active, coalesce(u.is_posting_active, false) AS switch_on,
    coalesce(first.pause_reason IS NULL AND first.id IS NOT NULL, false) AS has_claimable,
    first.pause_reason, first.id IS NOT NULL AS has_waiting,
    flight.posting_id IS NOT NULL AS page_busy,
    coalesce(
      flight.lease_expires_at <= now() OR (flight.submitting_at IS NULL AND flight.device_id = d.id), false
    ) AS is_reclaimable
  FROM device d
  LEFT JOIN page ON true
  LEFT JOIN pages held ON page.guid IS NULL AND held.guid = d.page_guid AND held.unlinked_at IS NULL AND d.voided_at IS NULL
  LEFT JOIN users u ON u.id = page.owner_id
  LEFT JOIN in_flight flight ON flight.page_guid = page.guid
  LEFT JOIN LATERAL (
    -- A posting that is not paused comes first: a pause is the wait reason only if all pending postings are paused.
    SELECT w.id, w.pause_reason FROM (
      (SELECT p.id, a.pause_reason FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
       WHERE p.page_guid = page.guid AND p.status = 'pending' AND a.pause_reason IS NULL AND a.deleted_at IS NULL LIMIT 1)
      UNION ALL
      (SELECT p.id, a.pause_reason FROM page_postings p JOIN assistants a ON a.id = p.assistant_id
       WHERE p.page_guid = page.guid AND p.status = 'pending' AND a.deleted_at IS NULL LIMIT 1)
    ) w LIMIT 1
  ) first ON true`,
);
