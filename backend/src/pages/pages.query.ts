import { MAX_PAGE_LIST_BYTES } from '@flyerdeck/contracts';
import { listBytesSql, withinListBytes } from '../database/listBytes.ts';
import { statement } from '../database/statement.ts';
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
