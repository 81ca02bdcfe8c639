import {
  type ExportDetailedPostingsBody,
  elapsedText,
  isOpenPosting,
  statusLabel,
  TASK_STATUS_LABELS,
} from '@flyerdeck/contracts';
import { type CsvColumns, type CsvExport, cellsOf, formatSeconds, timeFormat } from '../../server/exports/csvExport.ts';
import {
  DETAILS,
  type DetailedPostingRow,
  orderedIds,
  TIMED_STATUSES,
  type TimedStatus,
} from './detailedPostings.query.ts';
import { filterValues, withNames } from './matching.query.ts';

/** NULL if the posting never left that status. */
const timeIn = (status: TimedStatus) =>
  `CASE WHEN posting.${status}_visits > (posting.status = '${status}')::int THEN posting.${status}_ms END AS ${status}_ms,
      posting.${status}_visits - (posting.status = '${status}')::int AS ${status}_visits`;

const SELECTED = `posting.id, posting.status, posting.is_unconfirmed, posting.status_since, posting.description, posting.assistant_name,
      posting.page_name, posting.telegram_id, posting.page_guid, posting.file_id, posting.created_at, posting.updated_at,
      posting.delay_hours, posting.total_ms, posting.retry_count, posting.error_message, ${TIMED_STATUSES.map(timeIn).join(', ')}`;

type ExportedRow = Omit<DetailedPostingRow, `${TimedStatus}_ms`> & Record<`${TimedStatus}_ms`, number | null>;

/** With the number of visits if more than one: '61.2s×2'. */
const shownTime = (status: TimedStatus) => (row: ExportedRow) => {
  const ms = row[`${status}_ms`];
  const visits = row[`${status}_visits`];
  return ms === null ? 'N/A' : `${formatSeconds(ms)}${visits > 1 ? `×${visits}` : ''}`;
};

const COLUMNS: CsvColumns<ExportedRow> = {
  Status: ({ status }) => statusLabel(TASK_STATUS_LABELS, status),
  Description: ({ description }) => description || 'No description',
  Assistant: ({ assistant_name }) => assistant_name || '(Unnamed Assistant)',
  'Page name': ({ page_name }) => page_name || 'N/A',
  Page: ({ page_guid }) => page_guid,
  'Last Update': ({ updated_at }, format) => format(updated_at),
  Created: ({ created_at }, format) => format(created_at),
  Pending: shownTime('pending'),
  Posting: shownTime('posting'),
  Posted: shownTime('posted'),
  Failed: shownTime('failed'),
  Total: ({ total_ms }) => formatSeconds(total_ms),
  Retries: ({ retry_count }) => retry_count,
  Unchanged: (row) => (isOpenPosting(row) ? elapsedText(Date.now() - row.status_since.getTime()) : 'N/A'),
  ID: ({ id }) => id,
  'User ID': ({ telegram_id }) => telegram_id,
  'File ID': ({ file_id }) => file_id,
  'Delay hours': ({ delay_hours }) => delay_hours,
  'Status since (UTC)': ({ status_since }) => status_since,
  'Last update (UTC)': ({ updated_at }) => updated_at,
  'Created (UTC)': ({ created_at }) => created_at,
  'Pending ms': ({ pending_ms }) => pending_ms,
  'Posting ms': ({ posting_ms }) => posting_ms,
  'Posted ms': ({ posted_ms }) => posted_ms,
  'Failed ms': ({ failed_ms }) => failed_ms,
  'Total ms': ({ total_ms }) => total_ms,
  Error: ({ error_message }) => error_message,
};

/** Without a filter the first row is sent without a sort. */
export const postingsExport: CsvExport<ExportDetailedPostingsBody> = {
  columns: Object.keys(COLUMNS),
  select({ sort_by = 'updatedAt', sort_order, time_zone = 'UTC', ...filter }) {
    const ids = orderedIds(filter, sort_by, sort_order === 1 ? 1 : -1);
    return {
      ...withNames(`SELECT ${SELECTED} FROM (${ids}) w ${DETAILS}`, {
        ...filterValues(filter),
        limit: null,
        offset: 0,
      }),
      cells: cellsOf(COLUMNS, timeFormat(time_zone, 'minutes')),
    };
  },
};
