import type { ExportDetailedPostingsBody } from '@flyerdeck/contracts';
import type { CsvExport } from '../exports/csvExport.ts';
import { TIMED_STATUSES } from './detailedPosting.row.ts';
import { containing, detailsSql, foundPlacesSql, IS_FOUND, SEARCHED_COLUMNS, walkSql } from './postingsSearch.sql.ts';

const TIME_HEADERS = {
  pending: 'Pending ms',
  posting: 'Posting ms',
  posted: 'Posted ms',
  failed: 'Failed ms',
} as const;
/** Nothing where the posting never left that status, as the list has it. */
const timeIn = (status: (typeof TIMED_STATUSES)[number]) =>
  `CASE WHEN posting.${status}_visits > (posting.status = '${status}')::int THEN posting.${status}_ms END`;

const COLUMNS: readonly (readonly [header: string, expression: string])[] = [
  ['ID', 'posting.id'],
  ['Status', 'posting.status'],
  ['Status since', 'posting.status_since'],
  ['Description', 'posting.description'],
  ['Assistant', 'posting.assistant_name'],
  ['Page', 'posting.page_name'],
  ['User ID', 'posting.telegram_id'],
  ['GUID', 'posting.page_guid'],
  ['File ID', 'posting.file_id'],
  ['Created', 'posting.created_at'],
  ['Last update', 'posting.updated_at'],
  ['Delay hours', 'posting.delay_hours'],
  ...TIMED_STATUSES.map((status) => [TIME_HEADERS[status], timeIn(status)] as const),
  ['Total ms', 'posting.total_ms'],
  ['Retries', 'posting.retry_count'],
  ['Error', 'posting.error_message'],
];
const EXPRESSIONS = COLUMNS.map(([, expression]) => expression).join(', ');

/** What the list shows, all pages of it, read along the order's index, so that the first row leaves at once. */
export const postingsExport: CsvExport<ExportDetailedPostingsBody> = {
  name: 'postings',
  columns: COLUMNS.map(([header]) => header),
  select({ search = '', sort_by = 'updatedAt', sort_order, archived = false, status }) {
    const text = search.trim();
    const conditions = [...(text ? [IS_FOUND] : []), ...(status ? [`posting.status = $${text ? 3 : 2}`] : [])];
    return {
      text: `${text ? `WITH ${foundPlacesSql}` : ''}
        SELECT ${EXPRESSIONS} FROM ${walkSql(sort_by, sort_order === 1 ? 'ASC' : 'DESC', SEARCHED_COLUMNS)} ${detailsSql}
        ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}`,
      values: [archived, ...(text ? [containing(text)] : []), ...(status ? [status] : [])],
    };
  },
};
