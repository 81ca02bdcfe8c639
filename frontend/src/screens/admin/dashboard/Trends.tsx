import { ChartFigure } from '../charts/ChartFigure.tsx';
import type { ChartSeries } from '../charts/chartData.ts';
import { TrendsSection } from '../charts/TrendsSection.tsx';
import { Columns } from '../layout/Section.tsx';

const USERS: readonly ChartSeries[] = [
  { label: 'New users', color: '--fd-accent', valueOn: ({ new_users }) => new_users },
];
const CREDITS: readonly ChartSeries[] = [
  { label: 'Bought', color: '--fd-success', valueOn: ({ credits_bought }) => credits_bought },
  { label: 'Granted', color: '--fd-info', valueOn: ({ credits_granted }) => credits_granted },
  { label: 'Spent', color: '--fd-warning', valueOn: ({ credits_spent }) => credits_spent },
];

const HEIGHT_PX = 220;

/** Charts of all users for the last days. */
export const Trends = () => (
  <TrendsSection chartHeightPx={HEIGHT_PX}>
    {(days) => (
      <Columns minWidthPx={400}>
        <ChartFigure title="New users per day" kind="bars" days={days} series={USERS} heightPx={HEIGHT_PX} />
        <ChartFigure
          title="Credits bought, granted and spent per day"
          kind="lines"
          days={days}
          series={CREDITS}
          heightPx={HEIGHT_PX}
        />
      </Columns>
    )}
  </TrendsSection>
);
