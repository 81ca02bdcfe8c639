import { POSTING_STATUSES } from '@flyerdeck/contracts/statuses';
import type { PostingSort } from '@flyerdeck/contracts/types';
import type { TableView, TableViewRules } from '../table/tableView.ts';

const SORTS = [
  'status',
  'updatedAt',
  'createdAt',
  'pending',
  'posting',
  'posted',
  'failed',
  'total',
  'retries',
] as const satisfies readonly PostingSort[];

export type PostingsFilter = 'status' | 'archived';
export type PostingsView = TableView<PostingSort, PostingsFilter>;

/** What the address of the postings screen may say (spec section 9: updatedAt descending, not archived). */
export const POSTINGS_VIEW: TableViewRules<PostingSort, PostingsFilter> = {
  table: 'postings',
  sorts: SORTS,
  defaultSort: 'updatedAt',
  defaultOrder: 'desc',
  filters: { status: POSTING_STATUSES, archived: ['yes'] },
};
