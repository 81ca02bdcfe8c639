import { TRENDS_DAYS } from '@flyerdeck/contracts/limits';
import type { TrendDay } from '@flyerdeck/contracts/types';
import { useMemo } from 'react';
import { useGetTrendsQuery } from '../../../data/admin/adminApi.ts';
import { formatNumber } from '../../../lib/formatTotal.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ChartFigure } from '../charts/ChartFigure.tsx';
import { type ChartData, type ChartSeries, dayLabels } from '../charts/chartData.ts';
import { QueryAlert } from '../layout/QueryAlert.tsx';
import { Columns, Section } from '../layout/Section.tsx';

type Figure = Exclude<keyof TrendDay, 'day' | 'postings'>;

const chartsOf = (days: readonly TrendDay[]): { readonly users: ChartData; readonly credits: ChartData } => {
  const shared = { labels: dayLabels(days), formatValue: formatNumber };
  const series = (field: Figure, label: string, color: ChartSeries['color']): ChartSeries => ({
    label,
    color,
    values: days.map((day) => day[field]),
  });
  return {
    users: { ...shared, series: [series('new_users', 'New users', '--fd-accent')] },
    credits: {
      ...shared,
      series: [
        series('credits_bought', 'Bought', '--fd-success'),
        series('credits_granted', 'Granted', '--fd-info'),
        series('credits_spent', 'Spent', '--fd-warning'),
      ],
    },
  };
};

const HEIGHT_PX = 220;

/** The last days of everybody together. */
export function Trends() {
  const query = useGetTrendsQuery({ days: TRENDS_DAYS });
  const { data, isLoading } = query;
  const charts = useMemo(() => (data ? chartsOf(data.days) : null), [data]);
  return (
    <Section title={`Last ${TRENDS_DAYS} Days`}>
      {isLoading && <Skeleton label="Loading the last days" rows={1} rowHeightPx={HEIGHT_PX + 88} />}
      <QueryAlert query={query} />
      {charts && (
        <Columns leastPx={400}>
          <ChartFigure title="New users per day" kind="bars" data={charts.users} heightPx={HEIGHT_PX} />
          <ChartFigure
            title="Credits bought, granted and spent per day"
            kind="lines"
            data={charts.credits}
            heightPx={HEIGHT_PX}
          />
        </Columns>
      )}
    </Section>
  );
}
