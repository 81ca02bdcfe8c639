import { statement } from '../database/statement.ts';
import { PAGE_COLUMNS, type PageRow } from './pageRow.ts';

/** An owner's linked pages, newest link first. */
export const listPagesOf = statement<PageRow, [string]>(
  'pages_of_owner',
  `SELECT ${PAGE_COLUMNS} FROM pages
   WHERE owner_id = $1 AND unlinked_at IS NULL
   ORDER BY linked_at DESC, guid`,
);

export type PickerPageRow = {
  guid: string;
  name: string;
  username: string;
  creator_id: string;
  avatar_url: string | null;
  tags: string[];
};

/** What the target picker needs of an owner's linked pages, in no particular order. */
export const listPickerPagesOf = statement<PickerPageRow, [string]>(
  'picker_pages_of_owner',
  `SELECT guid, name, username, creator_id, avatar_url, tags FROM pages
   WHERE owner_id = $1 AND unlinked_at IS NULL`,
);
