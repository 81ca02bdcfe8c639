import { MAX_NAME_LENGTH } from '@flyerdeck/contracts/endpoint.values';
import {
  MAX_STUCK_MINUTES,
  POSTING_STATUSES,
  POSTINGS_PAGE_SIZE,
  POSTINGS_PAGE_SIZES,
  type PostingStatus,
  STUCK_MINUTES,
} from '@flyerdeck/contracts/postings.values';
import type { ExportBody, PostingSort, StuckKind } from '@flyerdeck/contracts/types';
import { browserTimeZone } from '../../../lib/hourClock.ts';
import { isDay, startOfDay } from '../table/filters.tsx';
import type { TableView, TableViewRules } from '../table/tableView.ts';
import { POSTING_COLUMNS } from './postingColumns.tsx';

export type PostingFilter =
  | 'status'
  | 'scope'
  | 'archived'
  | 'from'
  | 'to'
  | 'owner'
  | 'guid'
  | 'assistant'
  | 'stuck'
  | 'failed_from'
  | 'failure'
  | 'failed_pack'
  | 'failed_extension'
  | 'minutes'
  | 'size';
export type PostingsView = TableView<PostingSort, PostingFilter>;

export const STUCK_LABELS: Readonly<Record<StuckKind, string>> = {
  any: 'Stuck work',
  waiting: 'Not claimed for no reason',
  claimed: 'Claimed, not submitting',
  submitting: 'Submitting',
  screenshot: 'Waiting for a screenshot',
  unconfirmed: 'Unconfirmed',
};

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
export const isId = (word: string) => UUID.test(word);
export const isOwner = (word: string) => /^(\d{1,20}|@\S{1,100})$/.test(word);
const isMinutes = (word: string) => /^\d{1,5}$/.test(word) && Number(word) <= MAX_STUCK_MINUTES;

/** Default in spec section 9. The status filters the loaded page, or with `scope=all` all postings. */
export const POSTINGS_VIEW: TableViewRules<PostingSort, PostingFilter> = {
  table: 'postings',
  sorts: POSTING_COLUMNS.filter(({ sorter }) => sorter).map(({ key }) => key as PostingSort),
  defaultSort: 'updatedAt',
  defaultOrder: 'desc',
  filters: {
    status: POSTING_STATUSES,
    scope: ['all'],
    archived: ['yes'],
    from: isDay,
    to: isDay,
    owner: isOwner,
    guid: isId,
    assistant: isId,
    stuck: Object.keys(STUCK_LABELS),
    failed_from: (word) => !Number.isNaN(Date.parse(word)),
    failure: (word) => word.length <= 5_000,
    failed_pack: (word) => /^\d{1,9}$/.test(word),
    failed_extension: (word) => word.length <= MAX_NAME_LENGTH,
    minutes: isMinutes,
    size: POSTINGS_PAGE_SIZES.filter((size) => size !== POSTINGS_PAGE_SIZE).map(String),
  },
};

export const pageSizeOf = ({ filters }: PostingsView): number => Number(filters.size ?? POSTINGS_PAGE_SIZE);

export const stuckMinutesOf = ({ filters }: PostingsView): number => Number(filters.minutes ?? STUCK_MINUTES);

export const retryFilterOf = ({ search, filters: { from, to, owner, guid, assistant, ...filters } }: PostingsView) => ({
  ...(search && { search }),
  ...(from && { created_from: startOfDay(from) }),
  ...(to && { created_to: startOfDay(to, 1) }),
  ...(owner && { owner }),
  ...(guid && { guid }),
  ...(assistant && { assistant }),
  ...(filters.failed_from && { failed_from: filters.failed_from }),
  ...(filters.failure && { failure: filters.failure }),
  ...(filters.failed_pack && { failed_pack: Number(filters.failed_pack) }),
  ...(filters.failed_extension && { failed_extension: filters.failed_extension }),
});

const selectionOf = (view: PostingsView) => ({
  ...retryFilterOf(view),
  sort_by: view.sort,
  sort_order: view.order === 'asc' ? 1 : -1,
  archived: view.filters.archived === 'yes',
  ...(view.filters.stuck && { stuck: view.filters.stuck as StuckKind, stuck_minutes: stuckMinutesOf(view) }),
});

/** The status by which the server filters: with `scope=all`. Otherwise the status filters the loaded page. */
export const listQueryOf = (view: PostingsView) => ({
  page: view.page,
  limit: pageSizeOf(view),
  ...selectionOf(view),
  ...(view.filters.scope && view.filters.status && { status: view.filters.status as PostingStatus }),
});

/** The export has all pages, so the server filters it by status. Times have the reader's time zone, as on the screen. */
export const exportBodyOf = (view: PostingsView): ExportBody => ({
  list: 'postings',
  ...selectionOf(view),
  ...(view.filters.status !== null && { status: view.filters.status as PostingStatus }),
  time_zone: browserTimeZone(),
});
