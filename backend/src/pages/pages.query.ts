import { MAX_PAGE_LIST_BYTES, PAGE_ACTIVE_MINUTES, type Page as WirePage } from '@flyerdeck/contracts';
import { jsonBytesSql, listBytesSql, withinListBytes } from '../database/listBytes.ts';
import { type ColumnsOf, sql, statement } from '../database/statement.ts';
import type { Page } from './page.entity.ts';

/** A page as `PAGE_COLUMNS` reads it. */
export type PageRow = Omit<WirePage, 'avatarThumbUrl' | 'paid_until' | 'last_polled_at' | 'linked_at'> &
  ColumnsOf<Page, 'avatarUrl' | 'paidUntil' | 'lastPolledAt' | 'linkedAt'>;

/** A page is Active while its last poll is recent; by the clock that wrote the time, whichever server asks. */
export const pageIsActiveSql = (lastPolledAt: string) =>
  `coalesce(${lastPolledAt} > now() - interval '${PAGE_ACTIVE_MINUTES} minutes', false)`;

/** Active and paid are judged by the database's clock, the same that wrote the times. */
const PAGE_COLUMNS = `guid, creator_id, name, username, avatar_url, tags,
  ${pageIsActiveSql('last_polled_at')} AS is_active,
  coalesce(paid_until > now(), false) AS is_paid,
  paid_until, credits_charged, CASE WHEN fee_kept_at > now() - interval '24 hours' THEN 'fee_kept' END AS notice, health, extension_version, last_polled_at, linked_at`;

/** SQL of the bytes of a page in an answer; the rest are names of fields, ids and times. */
const PAGE_BYTES = `${jsonBytesSql('name', 'username', 'creator_id', 'avatar_url', 'tags')} + 400`;

/** An owner's linked pages, newest link first. */
export const listPagesOf = statement<PageRow, [string]>(
  'pages_of_owner',
  withinListBytes(
    `SELECT ${PAGE_COLUMNS}, ${listBytesSql(PAGE_BYTES, 'linked_at DESC, guid')} FROM pages
     WHERE owner_id = $1 AND unlinked_at IS NULL`,
    MAX_PAGE_LIST_BYTES,
  ),
);

export const upsertPage = sql<
  PageRow,
  [
    ownerId: string,
    creatorId: string,
    name: string,
    username: string,
    avatarUrl: string | null,
    extensionVersion: string,
  ]
>(
  `INSERT INTO pages (owner_id, creator_id, name, username, avatar_url, extension_version)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (owner_id, creator_id) DO UPDATE SET
     name = EXCLUDED.name, username = EXCLUDED.username, avatar_url = EXCLUDED.avatar_url,
     extension_version = EXCLUDED.extension_version, health = 'ok', linked_at = now(), unlinked_at = NULL
   RETURNING ${PAGE_COLUMNS}`,
);

/** Different tags on all pages of an owner, unlinked ones too, whose tags come back with them. */
export const countTags = sql<{ tags: number }, [ownerId: string]>(
  'SELECT count(DISTINCT lower(tag))::int AS tags FROM pages CROSS JOIN unnest(tags) tag WHERE owner_id = $1',
);

/** Gives each page its new tags; `changes` as JSON: a list of `{page_guid, new_tags}`. */
export const replaceTagsOf = sql<PageRow, [changes: string]>(
  `WITH changed AS (
     UPDATE pages SET tags = new_tags
     FROM json_to_recordset($1) AS changed (page_guid uuid, new_tags text[])
     WHERE guid = page_guid RETURNING ${PAGE_COLUMNS}
   ) ${withinListBytes(`SELECT *, ${listBytesSql(PAGE_BYTES, 'guid')} FROM changed`, MAX_PAGE_LIST_BYTES)}`,
);
