import type { PollBody, UnlinkReason } from '@flyerdeck/contracts';
import { type Db, statement } from '../../database/statement.ts';
import type { PageWaitReason } from '../../postings/claim/claim.query.ts';
import { mayPostWith } from '../sitePacks/sitePacks.query.ts';

type PollRow = {
  position: number;
  device_id: string;
  page_guid: string | null;
  linked: boolean;
  /** Null while none is published for the page. */
  site_pack_version: number | null;
  /** Not published for the page, or undone: it gets no posting. */
  uses_wrong_pack: boolean;
  void_reason: UnlinkReason | null;
  /** Another call has locked the page: this poll stored nothing and can claim nothing. */
  is_locked: boolean;
  too_fast: boolean;
  wait_reason: PageWaitReason | null;
  wait_until: Date | null;
  page_busy: boolean;
  /** Its lease has expired, or this device has not reported it as `submitting`. */
  is_reclaimable: boolean;
};

export interface Poll {
  readonly secretHash: Buffer;
  readonly facts: PollBody;
  readonly maxPolls: number;
}

/** A time far in the future is from before the clock was set back. */
const IN_POLL_WINDOW = `p.poll_window_started_at BETWEEN now() - interval '1 second' AND now() + interval '1 minute'`;

/**
 * The most frequent call: one statement for many devices, which also counts polls, because a separate rate limiter would double the cost.
 * It skips pages that another call has locked. Each lookup with OFFSET 0 remains a lookup for each poll (decision 0016).
 * Asynchronous commits: a crash of Postgres may undo the polls of the last 0.6 seconds, and devices poll again.
 */
const pollBatch = statement<PollRow, [polls: string]>(
  `WITH asynchronous AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)),
  poll AS MATERIALIZED (
    SELECT i.*, d.*
    FROM json_to_recordset($1) AS i (position integer, secret_hash text, home integer, notifications integer, messages integer,
      name text, username text, avatar_url text, time_zone text, extension_version text, health text, site_pack_version integer,
      unfit_pack integer, missing text[], has_scheduler boolean, max_polls integer)
    CROSS JOIN LATERAL (
      SELECT id AS device_id, page_guid, voided_at, void_reason FROM devices WHERE secret_hash = decode(i.secret_hash, 'hex')
      OFFSET 0
    ) d
  ),
  free AS MATERIALIZED (
    SELECT guid FROM pages
    WHERE guid = ANY (ARRAY(SELECT page_guid FROM poll WHERE voided_at IS NULL)) AND unlinked_at IS NULL
    ORDER BY guid FOR NO KEY UPDATE SKIP LOCKED
  ),
  page AS (
    UPDATE pages p
    SET last_polled_at = now(),
        poll_window_started_at = CASE WHEN ${IN_POLL_WINDOW} THEN p.poll_window_started_at ELSE now() END,
        polls_counted = CASE WHEN ${IN_POLL_WINDOW} THEN p.polls_counted + 1 ELSE 1 END,
        home_count = coalesce(poll.home, p.home_count),
        notifications_count = coalesce(poll.notifications, p.notifications_count),
        messages_count = coalesce(poll.messages, p.messages_count),
        name = coalesce(poll.name, p.name),
        username = coalesce(poll.username, p.username),
        avatar_url = coalesce(poll.avatar_url, p.avatar_url),
        time_zone = coalesce(poll.time_zone, p.time_zone),
        extension_version = coalesce(poll.extension_version, p.extension_version),
        health = coalesce(poll.health, p.health),
        site_pack_version = CASE WHEN poll.health = 'no_site_pack' THEN NULL ELSE coalesce(poll.site_pack_version, p.site_pack_version) END,
        unfit_pack = CASE WHEN poll.health IS NULL THEN p.unfit_pack ELSE poll.unfit_pack END,
        missing = CASE WHEN poll.health IS NULL THEN p.missing ELSE poll.missing END,
        has_scheduler = coalesce(poll.has_scheduler, p.has_scheduler)
    FROM poll
    WHERE p.guid = ANY (ARRAY(SELECT guid FROM free)) AND poll.page_guid = p.guid AND poll.voided_at IS NULL
    RETURNING poll.position, p.guid, p.owner_id, p.health, p.polls_counted, p AS polled
  )
  SELECT d.position, d.device_id, d.page_guid, d.void_reason, page.guid IS NOT NULL OR locked.guid IS NOT NULL AS linked,
    locked.guid IS NOT NULL AS is_locked, coalesce(page.polls_counted > d.max_polls, false) AS too_fast,
    site_pack_of(page.owner_id) AS site_pack_version,
    d.site_pack_version IS NOT NULL AND NOT ${mayPostWith('d.site_pack_version', 'page.owner_id')} AS uses_wrong_pack,
    wait.reason AS wait_reason, wait.until AS wait_until, flight.posting_id IS NOT NULL AS page_busy,
    coalesce(
      flight.lease_expires_at <= now() OR (flight.submitting_at IS NULL AND flight.device_id = d.device_id), false
    ) AS is_reclaimable
  FROM asynchronous
  CROSS JOIN poll d
  LEFT JOIN page ON page.position = d.position
  LEFT JOIN LATERAL (
    SELECT guid FROM pages WHERE page.guid IS NULL AND guid = d.page_guid AND unlinked_at IS NULL AND d.voided_at IS NULL OFFSET 0
  ) locked ON true
  LEFT JOIN LATERAL (
    SELECT posting_id, lease_expires_at, submitting_at, device_id FROM in_flight WHERE page_guid = page.guid OFFSET 0
  ) flight ON true
  LEFT JOIN LATERAL page_wait(page.polled, NULL, false) wait ON page.guid IS NOT NULL`,
);

/** Undefined for an unknown secret. The polls are of different devices. */
export async function pollDevices(db: Db, polls: readonly Poll[]): Promise<(PollRow | undefined)[]> {
  const items = polls.map(({ secretHash, facts, maxPolls }, position) => ({
    position,
    secret_hash: secretHash.toString('hex'),
    ...facts.counts,
    ...facts.page,
    time_zone: facts.time_zone,
    extension_version: facts.extension_version,
    health: facts.health,
    site_pack_version: facts.site_pack_version,
    unfit_pack: facts.pack_misses?.version,
    missing: facts.pack_misses?.elements,
    has_scheduler: facts.has_scheduler,
    max_polls: maxPolls,
  }));
  const rows = await pollBatch(db, [JSON.stringify(items)]);
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return polls.map((_, position) => byPosition.get(position));
}
