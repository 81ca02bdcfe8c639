import type { ProblemReport } from '@flyerdeck/contracts/types';
import { PROBLEM_REPORTS_PAGE_SIZE } from '@flyerdeck/contracts/values/problemReports';
import { Typography } from 'antd';
import { lazy } from 'react';
import { useListProblemReportsQuery } from '../../../data/problemReports/problemReportsApi.ts';
import { formatNumber } from '../../../lib/formatNumber.ts';
import { AdminPage } from '../layout/AdminPage.tsx';
import { RefreshButton } from '../layout/RefreshButton.tsx';
import { AdminTable } from '../table/AdminTable.tsx';
import { rowDetails } from '../table/details/rowDetails.tsx';
import { useOpenRows } from '../table/details/useOpenRows.ts';
import { FilterSelect } from '../table/FilterSelect.tsx';
import { SearchBox } from '../table/SearchBox.tsx';
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
  const { view, change } = useTableView(REPORTS_VIEW);
  const query = useListProblemReportsQuery({ limit: PROBLEM_REPORTS_PAGE_SIZE, ...queryOf(view) });
  const { openIds, toggle } = useOpenRows();
  const { data } = query;

  return (
    <AdminPage title="Problem Reports" actions={<RefreshButton query={query} />}>
      <Typography.Title level={2} aria-live="polite" style={{ margin: 0 }}>
        Reports ({data ? formatNumber(data.total) : '…'})
      </Typography.Title>
      <AdminTable
        label="Reports"
        name={REPORTS_VIEW.table}
        view={view}
        onChange={change}
        query={query}
        emptyText="No reports found"
        columns={REPORT_COLUMNS}
        rows={data?.reports ?? NONE}
        keyOf={({ id }) => id}
        onOpen={({ id }) => toggle(id)}
        expandable={rowDetails<ProblemReport>({
          openIds,
          toggle,
          nameOf: ({ sentence }) => sentence,
          render: (report) => <ReportDetail report={report} />,
        })}
        tools={
          <>
            <SearchBox
              label="Search reports"
              placeholder="Search text, user, build or request id"
              search={view.search}
              onSearch={change}
            />
            <FilterSelect
              label="Log"
              unset="Any log"
              options={LOGS}
              value={view.filters.log}
              onChange={(value) => change({ filters: { log: value } })}
            />
          </>
        }
        pagination={{ pageSize: PROBLEM_REPORTS_PAGE_SIZE, totalPages: data?.total_pages ?? 1 }}
      />
    </AdminPage>
  );
}
