import { ANALYTICS_LIMIT } from '@flyerdeck/contracts/values/postings';
import { lazy, Suspense } from 'react';
import { useGetTrendsQuery } from '../../../data/admin/adminApi.ts';
import { useGetPerformanceAnalyticsQuery } from '../../../data/postings/postingsApi.ts';
import { EmptyState, Skeleton } from '../../../ui/notices.tsx';
import { useTrendsRange } from '../charts/useTrendsRange.ts';
import { AdminPage } from '../layout/AdminPage.tsx';
import { QueryAlert } from '../layout/QueryAlert.tsx';
import { combineQueries, RefreshButton } from '../layout/RefreshButton.tsx';
import { PerformanceReport } from './PerformanceReport.tsx';

// Below the report. They would be a large part of the screen's first load.
const PostingsPerDay = lazy(() => import('./PostingsPerDay.tsx'));
const FailuresSection = lazy(() => import('./FailuresSection.tsx'));

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
          <PostingsPerDay />
          {/* Mounted again by Refresh, and then read again. */}
          <FailuresSection key={query.fulfilledTimeStamp} />
        </Suspense>
      )}
    </AdminPage>
  );
}
