import { MAX_PAGE_LIST_BYTES } from '@flyerdeck/contracts';
import { listBytesSql, withinListBytes } from '../database/listBytes.ts';
import { sql, statement } from '../database/statement.ts';
import { PAGE_BYTES, PAGE_COLUMNS, type PageRow } from './pageRow.ts';

/** An owner's linked pages, newest link first. */
export const listPagesOf = statement<PageRow, [string]>(
  'pages_of_owner',
  withinListBytes(
    `SELECT ${PAGE_COLUMNS}, ${listBytesSql(PAGE_BYTES, 'linked_at DESC, guid')} FROM pages
     WHERE owner_id = $1 AND unlinked_at IS NULL`,
    MAX_PAGE_LIST_BYTES,
  ),
);

export type PickerPageRow = {
  guid: string;
  name: string;
  username: string;
  creator_id: string;
  avatar_url: string | null;
  tags: string[];
};

/** What the target picker needs of an owner's linked pages, newest link first. */
export const listPickerPagesOf = statement<PickerPageRow, [string]>(
  'picker_pages_of_owner',
  withinListBytes(
    `SELECT guid, name, username, creator_id, avatar_url, tags, ${listBytesSql(PAGE_BYTES, 'linked_at DESC, guid')} FROM pages
     WHERE owner_id = $1 AND unlinked_at IS NULL`,
    MAX_PAGE_LIST_BYTES,
  ),
);

/** The owner's page of a creator, linked or not, its row locked. */
export const lockPageOfCreator = sql<{ guid: string; is_linked: boolean }, [ownerId: string, creatorId: string]>(
  `SELECT guid, unlinked_at IS NULL AS is_linked FROM pages WHERE owner_id = $1 AND creator_id = $2 FOR NO KEY UPDATE`,
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

/** Those of the pages that are linked to the owner, locked in the order of their guids. */
export const lockLinkedPages = sql<
  { guid: string; name: string; tags: string[] },
  [ownerId: string, pageGuids: readonly string[]]
>(
  `SELECT guid, name, tags FROM pages
   WHERE guid = ANY ($2::uuid[]) AND owner_id = $1 AND unlinked_at IS NULL
   ORDER BY guid FOR NO KEY UPDATE`,
);

/** Gives each page its new tags; `changes` as JSON: a list of `{page_guid, new_tags}`. */
export const replaceTagsOf = sql<PageRow, [changes: string]>(
  `WITH changed AS (
     UPDATE pages SET tags = new_tags
     FROM json_to_recordset($1) AS changed (page_guid uuid, new_tags text[])
     WHERE guid = page_guid RETURNING ${PAGE_COLUMNS}
   ) ${withinListBytes(`SELECT *, ${listBytesSql(PAGE_BYTES, 'guid')} FROM changed`, MAX_PAGE_LIST_BYTES)}`,
);

export const markUnlinked = sql<never, [pageGuids: readonly string[]]>(
  'UPDATE pages SET unlinked_at = now() WHERE guid = ANY ($1::uuid[])',
);
