import { FAILURE_RANGES, FAILURES_BY, type FailuresBy } from '@flyerdeck/contracts/admin.values';
import type { PostingStatus } from '@flyerdeck/contracts/postings.values';
import { TASK_STATUS_LABELS } from '@flyerdeck/contracts/tasks.values';
import type { FailureReport } from '@flyerdeck/contracts/types';
import { Card, Flex, Segmented, Select, Table, type TableColumnType } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useUrlParams, withParam } from '../../../app/hooks.ts';
import { useGetFailureReportQuery } from '../../../data/admin/adminOperationApi.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { Skeleton } from '../../../ui/notices.tsx';
import { ChartFigure, type ChartSeries } from '../charts/ChartFigure.tsx';
import { TrendsSection } from '../charts/TrendsSection.tsx';
import { QueryAlert } from '../layout/AdminPage.tsx';
import { Section } from '../layout/Section.tsx';

const GROUPINGS = {
  message: { label: 'Message', filter: 'failure' },
  page: { label: 'Page', filter: 'guid' },
  site_pack: { label: 'Site pack', filter: 'failed_pack' },
  extension: { label: 'Extension', filter: 'failed_extension' },
} as const satisfies Record<FailuresBy, object>;
const BY_OPTIONS = FAILURES_BY.map((value) => ({ value, label: `By ${GROUPINGS[value].label.toLowerCase()}` }));
const RANGES = FAILURE_RANGES.map((days) => ({ value: days, label: days === 1 ? '24 hours' : `${days} days` }));

const COLORS = ['--fd-danger', '--fd-warning', '--fd-info', '--fd-accent'] as const;
const HEIGHT_PX = 240;
const MAX_LABEL = 60;

type Group = FailureReport['groups'][number];
interface Part {
  readonly day: string;
  readonly failures: number;
  readonly counts: readonly number[];
}

const labelOf = ({ label }: Group) => label || 'Not recorded';
const shortened = (text: string) => (text.length > MAX_LABEL ? `${text.slice(0, MAX_LABEL)}…` : text);

function chartOf({ parts, groups }: FailureReport, isByHour: boolean) {
  const top = groups.slice(0, COLORS.length);
  const days: Part[] = parts.map(({ at, failures }, index) => ({
    day: isByHour ? at : at.slice(0, 10),
    failures,
    counts: top.map(({ counts }) => counts[index] ?? 0),
  }));
  const series: ChartSeries<Part>[] = top.map((group, index) => ({
    label: shortened(labelOf(group)),
    color: COLORS[index] ?? '--fd-danger',
    valueOn: ({ counts }) => counts[index] ?? 0,
  }));
  const others: ChartSeries<Part> = {
    label: 'Others',
    color: '--fd-text-muted',
    valueOn: ({ failures, counts }) => counts.reduce((left, count) => left - count, failures),
  };
  return { days, series: groups.length > top.length ? [...series, others] : series };
}

function FailuresSection() {
  const [params, changeParams] = useUrlParams();
  const by = FAILURES_BY.find((one) => one === params.get('by')) ?? 'message';
  const days = FAILURE_RANGES.find((range) => String(range) === params.get('failures')) ?? 7;
  const query = useGetFailureReportQuery({ by, days }, { refetchOnMountOrArgChange: true });
  const report = query.isError ? query.currentData : query.data;
  const chart = useMemo(() => report && chartOf(report, report.parts.length === 24), [report]);
  const { label, filter } = GROUPINGS[by];

  const addressOf = (key: string) =>
    `/admin/postings?${new URLSearchParams({ [filter]: key, failed_from: report?.since ?? '' })}`;
  const columns: TableColumnType<Group>[] = [
    {
      key: 'label',
      title: label,
      rowScope: 'row',
      render: (_, group) => (group.key ? <Link to={addressOf(group.key)}>{labelOf(group)}</Link> : labelOf(group)),
    },
    { key: 'failures', title: 'Failures', width: 110, align: 'end', render: (_, one) => formatNumber(one.failures) },
    { key: 'postings', title: 'Postings', width: 110, align: 'end', render: (_, one) => formatNumber(one.postings) },
  ];

  return (
    <Section
      title="Failures"
      tools={
        <Flex wrap align="center" gap="small">
          <Select
            aria-label="Group failures"
            options={BY_OPTIONS}
            value={by}
            onChange={(value) => changeParams(withParam('by', value))}
            style={{ minWidth: 140 }}
          />
          <Segmented
            aria-label="Range of failures"
            options={RANGES}
            value={days}
            onChange={(value) => changeParams(withParam('failures', String(value)))}
          />
        </Flex>
      }
    >
      {query.isLoading && <Skeleton label="Loading failures" rows={1} rowHeightPx={HEIGHT_PX + 88} />}
      <QueryAlert query={query} />
      {report && chart && (
        <Flex vertical gap="middle" aria-busy={query.isFetching} style={{ opacity: query.currentData ? 1 : 0.5 }}>
          <ChartFigure title={`Failures by ${label.toLowerCase()}`} kind="bars" {...chart} heightPx={HEIGHT_PX} />
          <Card size="small" style={{ overflow: 'auto' }} styles={{ body: { padding: 0 } }}>
            <Table
              aria-label="Failures"
              size="small"
              pagination={false}
              rowKey="key"
              columns={columns}
              dataSource={report.groups}
              locale={{ emptyText: 'No failures in this range' }}
            />
          </Card>
        </Flex>
      )}
    </Section>
  );
}

const seriesOf = (status: PostingStatus, color: ChartSeries['color']): ChartSeries => ({
  label: TASK_STATUS_LABELS[status],
  color,
  valueOn: ({ postings }) => postings[status],
});

const STACK = [
  seriesOf('completed', '--fd-success'),
  seriesOf('posted', '--fd-accent'),
  seriesOf('posting', '--fd-info'),
  seriesOf('pending', '--fd-warning'),
  seriesOf('failed', '--fd-danger'),
];

function PostingsPerDay() {
  return (
    <TrendsSection chartHeightPx={HEIGHT_PX}>
      {(days) => (
        <ChartFigure
          title={`Postings per day by status (last ${days.length} days)`}
          kind="bars"
          days={days}
          series={STACK}
          heightPx={HEIGHT_PX}
        />
      )}
    </TrendsSection>
  );
}

export default function PerformanceCharts({ readAt }: { readonly readAt: number | undefined }) {
  return (
    <>
      <PostingsPerDay />
      <FailuresSection key={readAt} />
    </>
  );
}
