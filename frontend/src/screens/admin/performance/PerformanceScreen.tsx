import { ANALYTICS_LIMIT } from '@flyerdeck/contracts/postings.values';
import { lazy, Suspense } from 'react';
import { useGetTrendsQuery } from '../../../data/admin/adminApi.ts';
import { useGetPerformanceAnalyticsQuery } from '../../../data/postings/postingsApi.ts';
import { EmptyState, Skeleton } from '../../../ui/notices.tsx';
import { useTrendsRange } from '../charts/TrendsSection.tsx';
import { AdminPage, combineQueries, QueryAlert, RefreshButton } from '../layout/AdminPage.tsx';
import { PerformanceReport } from './PerformanceReport.tsx';

// It would be a large part of the screen's first load.
const PerformanceCharts = lazy(() => import('./PerformanceCharts.tsx'));

/** Durations of the latest completed postings, by stage (spec section 2, 'Admin performance'). */
export default function PerformanceScreen() {
  const query = useGetPerformanceAnalyticsQuery({ limit: ANALYTICS_LIMIT });
  const trends = useGetTrendsQuery({ days: useTrendsRange().days });
  const { data, isLoading } = query;
  return (
    <AdminPage title="Performance Analytics" actions={<RefreshButton query={combineQueries(query, trends)} />}>
      <QueryAlert query={query} message="Failed to load performance analytics" />
      {isLoading && <Skeleton label="Loading performance analytics" rows={4} rowHeightPx={104} />}
      {data?.total_analyzed === 0 && (
        <EmptyState>No performance data available yet. Analytics will appear after postings are completed.</EmptyState>
      )}
      {data && data.total_analyzed > 0 && <PerformanceReport analytics={data} />}
      {/* Below the report, whose height is not known before. */}
      {!isLoading && (
        <Suspense fallback={<Skeleton label="Loading the last days" rows={2} rowHeightPx={328} />}>
          <PerformanceCharts readAt={query.fulfilledTimeStamp} />
        </Suspense>
      )}
    </AdminPage>
  );
}
