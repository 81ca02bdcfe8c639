import {
  LINKING_TOKEN_MINUTES,
  type LinkPageData,
  MAX_PAGE_LIST_BYTES,
  type Page,
  type PickerPage,
} from '@flyerdeck/contracts';
import { listBytesSql, withinListBytes } from '../database/listBytes.ts';
import { isoTimeSql, sql, statement, statementWithIsoTimes } from '../database/statement.ts';
import { avatarPathSql } from '../files/files.query.ts';

/** Lists have their bytes too. */
export type PageRow = Page & { list_bytes?: number; missing?: unknown };

export const presentPage = ({ list_bytes: _, missing: __, ...page }: PageRow): Page => page;

const alphabet = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Pages by name, and every tag once, in the spelling of the first page that has it. */
export function presentPicker(rows: readonly PageRow[]): { pages: PickerPage[]; tags: string[] } {
  const named = rows
    .map((row) => ({ row, name: row.name || row.username || row.creator_id }))
    .sort((a, b) => alphabet.compare(a.name, b.name) || (a.row.guid < b.row.guid ? -1 : 1));
  const spellings = new Map<string, string>();
  for (const { row } of named) {
    for (const tag of row.tags) {
      const folded = tag.toLowerCase();
      if (!spellings.has(folded)) spellings.set(folded, tag);
    }
  }
  return {
    pages: named.map(({ row, name }) => ({ id: row.guid, name, avatarUrl: row.avatarThumbUrl, tags: row.tags })),
    tags: [...spellings.values()].sort(alphabet.compare),
  };
}

const LIMITS_JSON = `CASE WHEN has_limits(pages) THEN json_build_object(
    'max_posts_in_24_hours', max_posts_in_24_hours, 'min_gap_minutes', min_gap_minutes,
    'hours', CASE WHEN posting_hours_from IS NOT NULL THEN json_build_object('from', to_char(posting_hours_from, 'HH24:MI'),
      'until', to_char(posting_hours_until, 'HH24:MI'), 'time_zone', posting_hours_zone) END) END`;

/** Null if the page has none. */
export const runnerJsonSql = (more = '') => `CASE WHEN runner_id IS NOT NULL THEN (
    SELECT json_build_object('host_name', r.host_name,
      'state', CASE WHEN r.ended_at IS NOT NULL THEN 'ended' WHEN is_awake THEN 'awake' ELSE 'asleep' END${more})
    FROM runners r WHERE r.id = runner_id
  ) END`;

const PAGE_COLUMNS = `guid, creator_id, name, username, ${avatarPathSql('pages')} AS "avatarThumbUrl", tags,
  NOT is_offline(last_polled_at) AS is_active,
  coalesce(paid_until > now(), false) AS is_paid,
  paid_until, credits_charged, CASE WHEN fee_kept_at > now() - page_day() THEN 'fee_kept' END AS notice, health,
  CASE WHEN unfit_pack IS NOT NULL THEN json_build_object('version', unfit_pack, 'elements', coalesce(missing, '{}')) END AS pack_misses,
  extension_version, last_polled_at, linked_at,
  time_zone, ${LIMITS_JSON} AS limits, CASE WHEN limited_until > now() THEN limited_until END AS limited_until,
  CASE WHEN paused_until > now() THEN json_build_object('kind', refusal_kind, 'until', ${isoTimeSql('paused_until')}) END AS pause,
  ${runnerJsonSql()} AS runner`;

/** An array of four texts takes a third longer. The constant covers field names, ids, times and separators. */
const PAGE_BYTES = `octet_length(to_json(name || username || creator_id || tags::text || coalesce(missing::text, ''))::text) + 1150`;

const NEWEST_FIRST = 'linked_at DESC, guid';

export const findPage = statementWithIsoTimes<PageRow, [guid: string]>(
  `SELECT ${PAGE_COLUMNS} FROM pages WHERE guid = $1`,
);

export const listPagesOf = statementWithIsoTimes<PageRow, [string]>(
  withinListBytes(
    `SELECT ${PAGE_COLUMNS}, ${listBytesSql(PAGE_BYTES, NEWEST_FIRST)} FROM pages
     WHERE owner_id = $1 AND unlinked_at IS NULL`,
    MAX_PAGE_LIST_BYTES,
    NEWEST_FIRST,
  ),
);

export const upsertPage = statementWithIsoTimes<
  PageRow,
  [
    ownerId: string,
    creatorId: string,
    name: string,
    username: string,
    avatarUrl: string | null,
    extensionVersion: string,
    runnerId: string | null,
  ]
>(
  `INSERT INTO pages (owner_id, creator_id, name, username, avatar_url, extension_version, runner_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (owner_id, creator_id) DO UPDATE SET
     name = EXCLUDED.name, username = EXCLUDED.username, avatar_url = EXCLUDED.avatar_url,
     extension_version = EXCLUDED.extension_version, health = 'ok', site_pack_version = NULL, unfit_pack = NULL, missing = NULL, has_scheduler = true, refusals = 0, paused_until = NULL, linked_at = now(), unlinked_at = NULL,
     runner_id = EXCLUDED.runner_id, is_awake = false
   RETURNING ${PAGE_COLUMNS}`,
);

/** Also of unlinked pages, because they keep their tags. */
export const countTags = sql<{ tags: number }, [ownerId: string]>(
  'SELECT count(DISTINCT lower(tag))::int AS tags FROM pages CROSS JOIN unnest(tags) tag WHERE owner_id = $1',
);

/** `changes` is a JSON list of `{page_guid, new_tags}`. */
export const replaceTagsOf = statementWithIsoTimes<PageRow, [changes: string]>(
  `WITH changed AS (
     UPDATE pages SET tags = new_tags
     FROM json_to_recordset($1) AS changed (page_guid uuid, new_tags text[])
     WHERE guid = page_guid RETURNING ${PAGE_COLUMNS}, missing
   ) ${withinListBytes(`SELECT *, ${listBytesSql(PAGE_BYTES, 'guid')} FROM changed`, MAX_PAGE_LIST_BYTES)}`,
);

export const resumePages = statementWithIsoTimes<PageRow, [pageGuids: readonly string[]]>(
  `UPDATE pages SET paused_until = NULL, refusals = 0 WHERE guid = ANY ($1::uuid[]) RETURNING ${PAGE_COLUMNS}`,
);

/** `limits` is JSON like the contract's, or null. */
export const setLimits = statementWithIsoTimes<PageRow, [pageGuids: readonly string[], limits: string | null]>(
  `WITH changed AS (
     UPDATE pages SET
       max_posts_in_24_hours = ($2::json ->> 'max_posts_in_24_hours')::integer,
       min_gap_minutes = ($2::json ->> 'min_gap_minutes')::integer,
       posting_hours_from = ($2::json #>> '{hours,from}')::time,
       posting_hours_until = ($2::json #>> '{hours,until}')::time,
       posting_hours_zone = $2::json #>> '{hours,time_zone}',
       limited_until = NULL
     WHERE guid = ANY ($1::uuid[]) RETURNING ${PAGE_COLUMNS}, missing
   ) ${withinListBytes(`SELECT *, ${listBytesSql(PAGE_BYTES, 'guid')} FROM changed`, MAX_PAGE_LIST_BYTES)}`,
);

export const insertDevice = sql<
  { id: string; token_expires_at: Date },
  [secretHash: Buffer, tokenHash: Buffer, page: LinkPageData, extensionVersion: string, browser: string]
>(
  `INSERT INTO devices (secret_hash, linking_token_hash, token_expires_at, requested_page, extension_version, browser)
   VALUES ($1, $2, now() + interval '${LINKING_TOKEN_MINUTES} minutes', $3, $4, $5)
   RETURNING id, token_expires_at`,
);

/** For a day they are reported as expired, not as unknown. */
export const deleteExpiredLinkRequests = sql(
  "DELETE FROM devices WHERE bound_at IS NULL AND token_expires_at < now() - interval '1 day'",
);

/** Arbitrary, the same for every server. */
const LINKED_PAGES = 7_203;

/* Queueing and linking exclude unlinking, or a posting could be created for a page that is being unlinked. Not by row locks, which would block claims. Taken before any row lock, to prevent deadlocks. */

/** Shared: other calls may queue and link at the same time. */
export const keepPagesLinked = statement<never, [ownerId: string]>(
  `SELECT pg_advisory_xact_lock_shared(${LINKED_PAGES}, hashtext($1))`,
);

/** The next statement sees the rows of running calls. New ones wait until the transaction ends. */
export const awaitQueueing = sql<never, [ownerId: string]>(
  `SELECT pg_advisory_xact_lock(${LINKED_PAGES}, hashtext($1))`,
);
