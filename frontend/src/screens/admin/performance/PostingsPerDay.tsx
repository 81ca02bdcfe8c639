import { TRENDS_DAYS } from '@flyerdeck/contracts/limits';
import { type PostingStatus, statusLabel, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import type { TrendDay } from '@flyerdeck/contracts/types';
import { useMemo } from 'react';
import { useGetTrendsQuery } from '../../../data/admin/adminApi.ts';
import { formatNumber } from '../../../lib/formatTotal.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ChartFigure } from '../charts/ChartFigure.tsx';
import { type ChartData, dayLabels } from '../charts/chartData.ts';
import { QueryAlert } from '../layout/QueryAlert.tsx';

/** From the bottom of a bar to its top. */
const COLORS: Readonly<Record<PostingStatus, `--fd-${string}`>> = {
  completed: '--fd-success',
  posted: '--fd-accent',
  posting: '--fd-info',
  pending: '--fd-warning',
  failed: '--fd-danger',
};
const STACK = Object.keys(COLORS) as PostingStatus[];

const chartOf = (days: readonly TrendDay[]): ChartData => ({
  labels: dayLabels(days),
  series: STACK.map((status) => ({
    label: statusLabel(TASK_STATUS_LABELS, status),
    color: COLORS[status],
    values: days.map(({ postings }) => postings[status]),
  })),
  formatValue: formatNumber,
});

const HEIGHT_PX = 240;

/** The postings of the last days by their status. */
export function PostingsPerDay() {
  const query = useGetTrendsQuery({ days: TRENDS_DAYS });
  const { data, isLoading } = query;
  const chart = useMemo(() => (data ? chartOf(data.days) : null), [data]);
  if (isLoading) return <Skeleton label="Loading postings per day" rows={1} rowHeightPx={HEIGHT_PX + 88} />;
  if (!chart) return <QueryAlert query={query} />;
  return (
    <ChartFigure
      title={`Postings per day by status (last ${TRENDS_DAYS} days)`}
      kind="stackedBars"
      data={chart}
      heightPx={HEIGHT_PX}
    />
  );
}
