import { TRENDS_DAYS } from '@flyerdeck/contracts/limits';
import { useGetTrendsQuery } from '../../../data/admin/adminApi.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ChartFigure } from '../charts/ChartFigure.tsx';
import type { ChartSeries } from '../charts/chartData.ts';
import { QueryAlert } from '../layout/QueryAlert.tsx';
import { Columns, Section } from '../layout/Section.tsx';

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
export function Trends() {
  const query = useGetTrendsQuery({ days: TRENDS_DAYS });
  const { data, isLoading } = query;
  return (
    <Section title={`Last ${TRENDS_DAYS} Days`}>
      {isLoading && <Skeleton label="Loading the last days" rows={1} rowHeightPx={HEIGHT_PX + 88} />}
      <QueryAlert query={query} />
      {data && (
        <Columns minWidthPx={400}>
          <ChartFigure title="New users per day" kind="bars" days={data.days} series={USERS} heightPx={HEIGHT_PX} />
          <ChartFigure
            title="Credits bought, granted and spent per day"
            kind="lines"
            days={data.days}
            series={CREDITS}
            heightPx={HEIGHT_PX}
          />
        </Columns>
      )}
    </Section>
  );
}
