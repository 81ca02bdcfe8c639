import type { ExportDetailedPostingsBody } from '@flyerdeck/contracts';
import type { CsvExport } from '../exports/csvExport.ts';
import { containing, detailsSql, foundPlacesSql, IS_FOUND, SEARCHED_COLUMNS, walkSql } from './postingsSearch.sql.ts';

const COLUMNS: readonly (readonly [header: string, expression: string])[] = [
  ['ID', 'id'],
  ['Status', 'status'],
  ['Status since', 'status_since'],
  ['Description', 'description'],
  ['Assistant', 'assistant_name'],
  ['Page', 'page_name'],
  ['User ID', 'telegram_id'],
  ['GUID', 'page_guid'],
  ['File ID', 'file_id'],
  ['Created', 'created_at'],
  ['Last update', 'updated_at'],
  ['Delay hours', 'delay_hours'],
  ['Pending ms', 'pending_ms'],
  ['Posting ms', 'posting_ms'],
  ['Posted ms', 'posted_ms'],
  ['Failed ms', 'failed_ms'],
  ['Total ms', 'total_ms'],
  ['Retries', 'retry_count'],
  ['Error', 'error_message'],
];
const EXPRESSIONS = COLUMNS.map(([, expression]) => `posting.${expression}`).join(', ');

/** What the list shows, all pages of it, read along the order's index, so that the first row leaves at once. */
export const postingsExport: CsvExport<ExportDetailedPostingsBody> = {
  name: 'postings',
  columns: COLUMNS.map(([header]) => header),
  query({ search = '', sort_by = 'updatedAt', sort_order, archived = false, status }) {
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
