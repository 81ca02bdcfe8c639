import { POSTING_STATUSES, type PostingStatus } from '@flyerdeck/contracts/statuses';
import type { BodyOf, exportDetailedPostings, PostingSort } from '@flyerdeck/contracts/types';
import type { TableView, TableViewRules } from '../table/tableView.ts';
import { POSTING_COLUMNS } from './postingColumns.tsx';

type PostingsView = TableView<PostingSort, 'status' | 'archived'>;

/** Valid URL parameters of the postings screen (default in spec section 9: updatedAt descending, not archived). */
export const POSTINGS_VIEW: TableViewRules<PostingSort, 'status' | 'archived'> = {
  table: 'postings',
  sorts: POSTING_COLUMNS.filter(({ sorter }) => sorter).map(({ key }) => key as PostingSort),
  defaultSort: 'updatedAt',
  defaultOrder: 'desc',
  filters: { status: POSTING_STATUSES, archived: ['yes'] },
};

/** Request parameters that the list and the export have in common. */
export const selectionOf = ({ search, sort, order, filters }: PostingsView) => ({
  ...(search && { search }),
  sort_by: sort,
  sort_order: order === 'asc' ? 1 : -1,
  archived: filters.archived === 'yes',
});

/** The export has all pages, so the server filters it by status. On the screen, the status filters the loaded page. */
export const exportBodyOf = (view: PostingsView): BodyOf<typeof exportDetailedPostings> => ({
  ...selectionOf(view),
  ...(view.filters.status !== null && { status: view.filters.status as PostingStatus }),
});
