import { TRENDS_DAYS } from '@flyerdeck/contracts/limits';
import type { TrendDay } from '@flyerdeck/contracts/types';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { useGetTrendsQuery } from '../../../data/admin/adminApi.ts';
import { isSignedOutError, serverOrThrownMessage } from '../../../data/apiError.ts';
import { formatNumber } from '../../../lib/formatTotal.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ChartFigure } from '../charts/ChartFigure.tsx';
import type { ChartData, ChartSeries } from '../charts/chartData.ts';
import styles from './AdminDashboardScreen.module.css';

type Figure = Exclude<keyof TrendDay, 'day' | 'postings'>;

const series = (days: readonly TrendDay[], field: Figure, label: string, color: ChartSeries['color']): ChartSeries => ({
  label,
  color,
  values: days.map((day) => day[field]),
});

const chartsOf = (days: readonly TrendDay[]): { readonly users: ChartData; readonly credits: ChartData } => {
  // A day of UTC as it is written: nobody's time zone moves it.
  const shared = { labels: days.map(({ day }) => dayjs(day).format('MMM D')), formatValue: formatNumber };
  return {
    users: { ...shared, series: [series(days, 'new_users', 'New users', '--fd-accent')] },
    credits: {
      ...shared,
      series: [
        series(days, 'credits_bought', 'Bought', '--fd-success'),
        series(days, 'credits_granted', 'Granted', '--fd-info'),
        series(days, 'credits_spent', 'Spent', '--fd-warning'),
      ],
    },
  };
};

const HEIGHT_PX = 220;

/** The last days of everybody together. */
export function Trends() {
  const { data, error, isLoading, refetch } = useGetTrendsQuery({ days: TRENDS_DAYS });
  const charts = useMemo(() => (data ? chartsOf(data.days) : null), [data]);
  return (
    <section aria-labelledby="trends">
      <h2 id="trends" className={styles.title}>
        Last {TRENDS_DAYS} Days
      </h2>
      {isLoading && <Skeleton label="Loading the last days" rows={1} rowHeightPx={HEIGHT_PX + 88} />}
      {error && !isSignedOutError(error) && (
        <ErrorAlert message={serverOrThrownMessage(error)} onRetry={() => void refetch()} />
      )}
      {charts && (
        <div className={styles.lists}>
          <ChartFigure
            title="New users per day"
            kind="bars"
            data={charts.users}
            labelTitle="Day"
            heightPx={HEIGHT_PX}
          />
          <ChartFigure
            title="Credits bought, granted and spent per day"
            kind="lines"
            data={charts.credits}
            labelTitle="Day"
            heightPx={HEIGHT_PX}
          />
        </div>
      )}
    </section>
  );
}
