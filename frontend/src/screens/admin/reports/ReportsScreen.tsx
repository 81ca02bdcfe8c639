import type { ProblemReport } from '@flyerdeck/contracts/types';
import { PROBLEM_REPORTS_PAGE_SIZE } from '@flyerdeck/contracts/values/problemReports';
import { Typography } from 'antd';
import { lazy } from 'react';
import { useListProblemReportsQuery } from '../../../data/problemReports/problemReportsApi.ts';
import { formatNumber } from '../../../lib/formatNumber.ts';
import { AdminPage, RefreshButton } from '../layout/AdminPage.tsx';
import { AdminTable } from '../table/AdminTable.tsx';
import { FilterSelect, SearchBox } from '../table/filters.tsx';
import { useTableView } from '../table/tableView.ts';
import { REPORT_COLUMNS } from './reportColumns.tsx';
import { queryOf, REPORTS_VIEW } from './reportsView.ts';

const ReportDetail = lazy(() => import('./ReportDetail.tsx'));

const LOGS = [
  { value: 'whole', label: 'Whole log' },
  { value: 'cut', label: 'Newest part only' },
] as const;
const NONE: readonly ProblemReport[] = [];

/** The problems that users have reported. */
export default function ReportsScreen() {
  const state = useTableView(REPORTS_VIEW);
  const { view, change } = state;
  const query = useListProblemReportsQuery({ limit: PROBLEM_REPORTS_PAGE_SIZE, ...queryOf(view) });
  const { data } = query;

  return (
    <AdminPage title="Problem Reports" actions={<RefreshButton query={query} />}>
      <Typography.Title level={2} aria-live="polite" style={{ margin: 0 }}>
        Reports ({data ? formatNumber(data.total) : '…'})
      </Typography.Title>
      <AdminTable
        label="Reports"
        state={state}
        query={query}
        empty="No reports found"
        columns={REPORT_COLUMNS}
        rows={data?.reports ?? NONE}
        keyOf={({ id }) => id}
        details={{ nameOf: ({ sentence }) => sentence, render: (report) => <ReportDetail report={report} /> }}
        pagination={{
          pageSize: PROBLEM_REPORTS_PAGE_SIZE,
          total: (data?.total_pages ?? 1) * PROBLEM_REPORTS_PAGE_SIZE,
        }}
      >
        <SearchBox
          label="Search reports"
          placeholder="Search text, user, build or request id"
          search={view.search}
          onSearch={change}
        />
        <FilterSelect label="Log" unset="Any log" options={LOGS} state={state} filter="log" />
      </AdminTable>
    </AdminPage>
  );
}
