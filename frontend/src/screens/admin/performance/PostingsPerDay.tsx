import { TRENDS_DAYS } from '@flyerdeck/contracts/limits';
import { type PostingStatus, TASK_STATUS_LABELS } from '@flyerdeck/contracts/statuses';
import { useGetTrendsQuery } from '../../../data/admin/adminApi.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ChartFigure } from '../charts/ChartFigure.tsx';
import type { ChartSeries } from '../charts/chartData.ts';
import { QueryAlert } from '../layout/QueryAlert.tsx';

const seriesOf = (status: PostingStatus, color: ChartSeries['color']): ChartSeries => ({
  label: TASK_STATUS_LABELS[status],
  color,
  valueOn: ({ postings }) => postings[status],
});

/** Order in a bar: from bottom to top. */
const STACK = [
  seriesOf('completed', '--fd-success'),
  seriesOf('posted', '--fd-accent'),
  seriesOf('posting', '--fd-info'),
  seriesOf('pending', '--fd-warning'),
  seriesOf('failed', '--fd-danger'),
];

const HEIGHT_PX = 240;

/** Postings of the last days by status. */
export function PostingsPerDay() {
  const query = useGetTrendsQuery({ days: TRENDS_DAYS });
  const { data, isLoading } = query;
  if (isLoading) return <Skeleton label="Loading postings per day" rows={1} rowHeightPx={HEIGHT_PX + 88} />;
  if (!data) return <QueryAlert query={query} />;
  return (
    <ChartFigure
      title={`Postings per day by status (last ${TRENDS_DAYS} days)`}
      kind="stackedBars"
      days={data.days}
      series={STACK}
      heightPx={HEIGHT_PX}
    />
  );
}
