import type { listProblemReports, QueryOf } from '@flyerdeck/contracts/types';
import type { TableView, TableViewRules } from '../table/tableView.ts';

type ReportsView = TableView<'created_at', 'log'>;

/** Valid URL parameters of the reports screen. */
export const REPORTS_VIEW: TableViewRules<'created_at', 'log'> = {
  table: 'reports',
  sorts: ['created_at'],
  defaultSort: 'created_at',
  defaultOrder: 'desc',
  filters: { log: ['whole', 'cut'] },
};

export const queryOf = ({ page, search, order, filters }: ReportsView): QueryOf<typeof listProblemReports> => ({
  page,
  ...(search && { search }),
  ...(filters.log && { is_cut: filters.log === 'cut' }),
  sort_order: order === 'asc' ? 1 : -1,
});
