import type { PostingStatus } from '@flyerdeck/contracts/values/postings';
import { TASK_STATUS_LABELS } from '@flyerdeck/contracts/values/tasks';
import { ChartFigure } from '../charts/ChartFigure.tsx';
import type { ChartSeries } from '../charts/chartData.ts';
import { TrendsSection } from '../charts/TrendsSection.tsx';

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
export default function PostingsPerDay() {
  return (
    <TrendsSection chartHeightPx={HEIGHT_PX}>
      {(days) => (
        <ChartFigure
          title={`Postings per day by status (last ${days.length} days)`}
          kind="stackedBars"
          days={days}
          series={STACK}
          heightPx={HEIGHT_PX}
        />
      )}
    </TrendsSection>
  );
}
