import type { listProblemReports, QueryOf } from '@flyerdeck/contracts/types';
import {
  MAX_LAST_ERROR_LENGTH,
  PROBLEM_REPORT_STATUSES,
  type ProblemReportStatus,
} from '@flyerdeck/contracts/values/problemReports';
import type { TableView, TableViewRules } from '../table/tableView.ts';

type ReportFilter = 'status' | 'error' | 'log';
type ReportsView = TableView<'created_at', ReportFilter>;

/** Valid URL parameters of the reports screen. */
export const REPORTS_VIEW: TableViewRules<'created_at', ReportFilter> = {
  table: 'reports',
  sorts: ['created_at'],
  defaultSort: 'created_at',
  defaultOrder: 'desc',
  filters: {
    status: PROBLEM_REPORT_STATUSES,
    error: (text) => text.length <= MAX_LAST_ERROR_LENGTH,
    log: ['whole', 'cut'],
  },
};

/** The reports whose last error is the same. */
export const sameErrorAddress = (error: string) => `/admin/reports?${new URLSearchParams({ error })}`;

export const queryOf = ({ page, search, order, filters }: ReportsView): QueryOf<typeof listProblemReports> => ({
  page,
  ...(search && { search }),
  ...(filters.status && { status: filters.status as ProblemReportStatus }),
  ...(filters.error && { last_error: filters.error }),
  ...(filters.log && { is_cut: filters.log === 'cut' }),
  sort_order: order === 'asc' ? 1 : -1,
});
