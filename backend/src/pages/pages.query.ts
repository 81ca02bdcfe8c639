import { MAX_PAGE_LIST_BYTES, PAGE_ACTIVE_MINUTES, type Page as WirePage } from '@flyerdeck/contracts';
import { jsonBytesSql, listBytesSql, withinListBytes } from '../database/listBytes.ts';
import { type ColumnsOf, sql, statementWithIsoTimes } from '../database/statement.ts';
import type { Page } from './page.entity.ts';

/** A row of `PAGE_COLUMNS`. */
export type PageRow = Omit<WirePage, 'avatarThumbUrl'> & ColumnsOf<Page, 'avatarUrl'>;

/** A page is Active if its last poll is recent. The database's clock is used, because it also wrote the time of the poll. */
export const pageIsActiveSql = (lastPolledAt: string) =>
  `coalesce(${lastPolledAt} > now() - interval '${PAGE_ACTIVE_MINUTES} minutes', false)`;

const PAGE_COLUMNS = `guid, creator_id, name, username, avatar_url, tags,
  ${pageIsActiveSql('last_polled_at')} AS is_active,
  coalesce(paid_until > now(), false) AS is_paid,
  paid_until, credits_charged, CASE WHEN fee_kept_at > now() - interval '24 hours' THEN 'fee_kept' END AS notice, health, extension_version, last_polled_at, linked_at`;

/** The JSON bytes of a page. The constant covers field names, ids and times. */
const PAGE_BYTES = `${jsonBytesSql('name', 'username', 'creator_id', 'avatar_url', 'tags')} + 400`;

/** An owner's linked pages, most recently linked first. */
export const listPagesOf = statementWithIsoTimes<PageRow, [string]>(
  'pages_of_owner',
  withinListBytes(
    `SELECT ${PAGE_COLUMNS}, ${listBytesSql(PAGE_BYTES, 'linked_at DESC, guid')} FROM pages
     WHERE owner_id = $1 AND unlinked_at IS NULL`,
    MAX_PAGE_LIST_BYTES,
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
  ]
>(
  'upsert_page',
  `INSERT INTO pages (owner_id, creator_id, name, username, avatar_url, extension_version)
   VALUES ($1, $2, $3, $4, $5, $6)
   ON CONFLICT (owner_id, creator_id) DO UPDATE SET
     name = EXCLUDED.name, username = EXCLUDED.username, avatar_url = EXCLUDED.avatar_url,
     extension_version = EXCLUDED.extension_version, health = 'ok', site_pack_version = NULL, site_pack_since = NULL, linked_at = now(), unlinked_at = NULL
   RETURNING ${PAGE_COLUMNS}`,
);

/** The number of different tags of an owner's pages. Includes unlinked pages, because they keep their tags. */
export const countTags = sql<{ tags: number }, [ownerId: string]>(
  'SELECT count(DISTINCT lower(tag))::int AS tags FROM pages CROSS JOIN unnest(tags) tag WHERE owner_id = $1',
);

/** Sets the tags of pages. `changes` is a JSON list of `{page_guid, new_tags}`. */
export const replaceTagsOf = statementWithIsoTimes<PageRow, [changes: string]>(
  'replace_tags_of_pages',
  `WITH changed AS (
     UPDATE pages SET tags = new_tags
     FROM json_to_recordset($1) AS changed (page_guid uuid, new_tags text[])
     WHERE guid = page_guid RETURNING ${PAGE_COLUMNS}
   ) ${withinListBytes(`SELECT *, ${listBytesSql(PAGE_BYTES, 'guid')} FROM changed`, MAX_PAGE_LIST_BYTES)}`,
);
