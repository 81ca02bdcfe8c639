import { TRENDS_DAYS } from '@flyerdeck/contracts/limits';
import {
  type POSTING_STATUSES,
  type PostingStatus,
  statusLabel,
  TASK_STATUS_LABELS,
} from '@flyerdeck/contracts/statuses';
import type { TrendDay } from '@flyerdeck/contracts/types';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { useGetTrendsQuery } from '../../../data/admin/adminApi.ts';
import { isSignedOutError, serverOrThrownMessage } from '../../../data/apiError.ts';
import { formatNumber } from '../../../lib/formatTotal.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ChartFigure } from '../charts/ChartFigure.tsx';
import type { ChartData } from '../charts/chartData.ts';

const COLORS: Readonly<Record<PostingStatus, `--fd-${string}`>> = {
  completed: '--fd-success',
  posted: '--fd-accent',
  posting: '--fd-info',
  pending: '--fd-warning',
  failed: '--fd-danger',
};
/** From the bottom of a bar up: what is done carries the rest. */
const STACK = [
  'completed',
  'posted',
  'posting',
  'pending',
  'failed',
] as const satisfies (typeof POSTING_STATUSES)[number][];

const chartOf = (days: readonly TrendDay[]): ChartData => ({
  // A day of UTC as it is written: nobody's time zone moves it.
  labels: days.map(({ day }) => dayjs(day).format('MMM D')),
  series: STACK.map((status) => ({
    label: statusLabel(TASK_STATUS_LABELS, status),
    color: COLORS[status],
    values: days.map(({ postings }) => postings[status]),
  })),
  formatValue: formatNumber,
});

const HEIGHT_PX = 240;

/** The postings of the last days by what became of them. */
export function PostingsPerDay() {
  const { data, error, isLoading, refetch } = useGetTrendsQuery({ days: TRENDS_DAYS });
  const chart = useMemo(() => (data ? chartOf(data.days) : null), [data]);
  if (isLoading) return <Skeleton label="Loading postings per day" rows={1} rowHeightPx={HEIGHT_PX + 88} />;
  if (error && !chart) {
    return isSignedOutError(error) ? null : (
      <ErrorAlert message={serverOrThrownMessage(error)} onRetry={() => void refetch()} />
    );
  }
  return (
    chart && (
      <ChartFigure
        title={`Postings per day by status (last ${TRENDS_DAYS} days)`}
        kind="stackedBars"
        data={chart}
        labelTitle="Day"
        heightPx={HEIGHT_PX}
      />
    )
  );
}
