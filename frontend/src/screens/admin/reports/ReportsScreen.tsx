import RightOutlined from '@ant-design/icons/RightOutlined';
import { PROBLEM_REPORTS_PAGE_SIZE } from '@flyerdeck/contracts/limits';
import type { ProblemReport } from '@flyerdeck/contracts/types';
import { Button, Typography } from 'antd';
import { useListProblemReportsQuery } from '../../../data/problemReports/problemReportsApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { formatNumber } from '../../../lib/formatNumber.ts';
import { AdminPage } from '../layout/AdminPage.tsx';
import { RefreshButton } from '../layout/RefreshButton.tsx';
import { AdminTable } from '../table/AdminTable.tsx';
import { FilterSelect } from '../table/FilterSelect.tsx';
import { useRowControl } from '../table/RowKeys.tsx';
import { SearchBox } from '../table/SearchBox.tsx';
import { useTableView } from '../table/tableView.ts';
import { ReportDetail } from './ReportDetail.tsx';
import { REPORT_COLUMNS } from './reportColumns.tsx';
import { queryOf, REPORTS_VIEW } from './reportsView.ts';

const LOGS = [
  { value: 'whole', label: 'Whole log' },
  { value: 'cut', label: 'Newest part only' },
] as const;
const NONE: readonly ProblemReport[] = [];

interface ToggleProps {
  readonly report: ProblemReport;
  readonly isOpen: boolean;
  onToggle(): void;
}

function Toggle({ report: { id, sentence }, isOpen, onToggle }: ToggleProps) {
  return (
    <Button
      {...useRowControl<HTMLButtonElement>(id)}
      type="text"
      size="small"
      icon={<RightOutlined rotate={isOpen ? 90 : 0} />}
      aria-expanded={isOpen}
      aria-label={`details of ${sentence}`}
      onClick={onToggle}
    />
  );
}

/** The problems that users have reported. */
export default function ReportsScreen() {
  const { view, change } = useTableView(REPORTS_VIEW);
  const query = useListProblemReportsQuery({ limit: PROBLEM_REPORTS_PAGE_SIZE, ...queryOf(view) });
  const [openIds, setOpenIds] = useUiState<readonly string[]>('reports.open', []);
  const toggle = ({ id }: ProblemReport) =>
    setOpenIds((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]));
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
        onOpen={toggle}
        expandable={{
          expandedRowKeys: openIds,
          expandedRowRender: (report) => <ReportDetail report={report} />,
          fixed: 'start',
          columnWidth: 44,
          columnTitle: <span className="u-hidden">Details</span>,
          expandIcon: ({ record, expanded }) => (
            <Toggle report={record} isOpen={expanded} onToggle={() => toggle(record)} />
          ),
        }}
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
