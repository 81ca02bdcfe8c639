import { POSTING_STATUSES, type PostingStatus } from '@flyerdeck/contracts/statuses';
import type { BodyOf, exportDetailedPostings, PostingSort } from '@flyerdeck/contracts/types';
import type { TableView, TableViewRules } from '../table/tableView.ts';
import { POSTING_COLUMNS } from './postingColumns.tsx';

type PostingsView = TableView<PostingSort, 'status' | 'archived'>;

/** What the address of the postings screen may say (spec section 9: updatedAt descending, not archived). */
export const POSTINGS_VIEW: TableViewRules<PostingSort, 'status' | 'archived'> = {
  table: 'postings',
  sorts: POSTING_COLUMNS.filter(({ sorter }) => sorter).map(({ key }) => key as PostingSort),
  defaultSort: 'updatedAt',
  defaultOrder: 'desc',
  filters: { status: POSTING_STATUSES, archived: ['yes'] },
};

/** What list and export ask for. */
export const selectionOf = ({ search, sort, order, filters }: PostingsView) => ({
  ...(search && { search }),
  sort_by: sort,
  sort_order: order === 'asc' ? 1 : -1,
  archived: filters.archived === 'yes',
});

/** The export holds the whole set; the status, which the screen applies to its page, narrows it too. */
export const exportBodyOf = (view: PostingsView): BodyOf<typeof exportDetailedPostings> => ({
  ...selectionOf(view),
  ...(view.filters.status !== null && { status: view.filters.status as PostingStatus }),
});
