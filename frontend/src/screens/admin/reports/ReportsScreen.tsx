import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import { PROBLEM_REPORTS_PAGE_SIZE } from '@flyerdeck/contracts/problemReports.values';
import type { listProblemReports, ProblemReport, QueryOf } from '@flyerdeck/contracts/types';
import { Button, Flex, Popconfirm, Tag, Typography } from 'antd';
import type { Answer } from '../../../data/client.ts';
import {
  useDeleteProblemReportMutation,
  useLazyGetProblemReportQuery,
  useListProblemReportsQuery,
} from '../../../data/problemReports/problemReportsApi.ts';
import { saveFile } from '../../../lib/browser.ts';
import { formatNumber, sizeText } from '../../../lib/numbers.ts';
import { REPORT_FORMAT, type ReportFile } from '../../../replay/log/logFormat.ts';
import { FailureAlert } from '../../../ui/notices.tsx';
import { AdminPage, RefreshButton } from '../layout/AdminPage.tsx';
import { CopyableId, Facts } from '../layout/Facts.tsx';
import { PersonCell } from '../people/PersonCell.tsx';
import { AdminTable } from '../table/AdminTable.tsx';
import { type AdminColumn, timeColumn } from '../table/columns.tsx';
import { FilterSelect, SearchBox } from '../table/filters.tsx';
import { type TableView, type TableViewRules, useTableView } from '../table/tableView.ts';

function reportFileOf({ log, ...report }: Answer<'getProblemReport'>): string {
  const head = JSON.stringify({ format: REPORT_FORMAT, version: 1, report } satisfies Omit<ReportFile, 'log'>);
  return `${head.slice(0, -1)},"log":${log}}\n`;
}

function DownloadReport({ report: { id, sentence } }: { readonly report: ProblemReport }) {
  const [load, { isFetching, isError }] = useLazyGetProblemReportQuery();
  const save = async () => {
    const { data } = await load({ id });
    if (data) saveFile(`problem-report-${id.slice(0, 8)}.json`, reportFileOf(data));
  };
  return (
    <Button
      size="small"
      icon={<DownloadOutlined aria-hidden />}
      loading={isFetching}
      danger={isError}
      aria-label={`Download the report: ${sentence}`}
      onClick={() => void save()}
    >
      {isError ? 'Try again' : 'Download'}
    </Button>
  );
}

const IDS_SHOWN = 10;

function DeleteReport({ id }: { readonly id: string }) {
  const [remove, { isLoading, error }] = useDeleteProblemReportMutation();
  return (
    <Flex vertical align="start" gap="small">
      <Popconfirm title="Delete this report and its log?" okText="Delete" onConfirm={() => void remove({ id })}>
        <Button size="small" danger loading={isLoading}>
          Delete
        </Button>
      </Popconfirm>
      <FailureAlert error={error} fallback="Failed to delete the report" />
    </Flex>
  );
}

function ReportDetail({ report }: { readonly report: ProblemReport }) {
  const { id, sentence, build_id, request_ids } = report;
  const facts = {
    Problem: <Typography.Text style={{ whiteSpace: 'pre-wrap' }}>{sentence}</Typography.Text>,
    Report: <CopyableId id={id} what="report" />,
    Build: <CopyableId id={build_id} what="build" />,
    'Latest calls': (
      <Flex vertical>
        {request_ids.slice(0, IDS_SHOWN).map((requestId) => (
          <CopyableId key={requestId} id={requestId} what="call" />
        ))}
        {request_ids.length === 0 && 'none'}
        {request_ids.length > IDS_SHOWN && `and ${request_ids.length - IDS_SHOWN} more in the file`}
      </Flex>
    ),
    Actions: <DeleteReport id={id} />,
  };
  return <Facts size="small" column={1} facts={facts} />;
}

type ReportsView = TableView<'created_at', 'log'>;

const REPORTS_VIEW: TableViewRules<'created_at', 'log'> = {
  table: 'reports',
  sorts: ['created_at'],
  defaultSort: 'created_at',
  defaultOrder: 'desc',
  filters: { log: ['whole', 'cut'] },
};

const queryOf = ({ page, search, order, filters }: ReportsView): QueryOf<typeof listProblemReports> => ({
  page,
  ...(search && { search }),
  ...(filters.log && { is_cut: filters.log === 'cut' }),
  sort_order: order === 'asc' ? 1 : -1,
});

const REPORT_COLUMNS: readonly AdminColumn<ProblemReport>[] = [
  timeColumn({ key: 'created_at', title: 'Sent', width: 188 }, ({ created_at }) => created_at),
  {
    key: 'user',
    title: 'User',
    width: 190,
    render: (_, { telegram_id, user_name }) => <PersonCell telegramId={telegram_id} name={user_name} />,
  },
  { key: 'sentence', title: 'Problem', width: 300, ellipsis: true, dataIndex: 'sentence' },
  { key: 'build_id', title: 'Build', width: 150, ellipsis: true, dataIndex: 'build_id' },
  {
    key: 'log_bytes',
    title: 'Log',
    width: 180,
    render: (_, { log_bytes, is_cut }) => (
      <Flex align="center" gap="small">
        <span style={{ whiteSpace: 'nowrap' }}>{sizeText(log_bytes)}</span>
        {is_cut && <Tag>newest part</Tag>}
      </Flex>
    ),
  },
  {
    key: 'actions',
    title: 'Actions',
    width: 130,
    render: (_, report) => <DownloadReport report={report} />,
  },
];

const LOGS = [
  { value: 'whole', label: 'Whole log' },
  { value: 'cut', label: 'Newest part only' },
] as const;
const NONE: readonly ProblemReport[] = [];

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
