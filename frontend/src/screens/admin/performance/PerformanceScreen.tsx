import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { ANALYTICS_LIMIT } from '@flyerdeck/contracts/limits';
import { Button } from 'antd';
import { isSignedOutError } from '../../../data/apiError.ts';
import { useGetPerformanceAnalyticsQuery } from '../../../data/postings/postingsApi.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AdminPage } from '../layout/AdminPage.tsx';
import { PerformanceReport } from './PerformanceReport.tsx';
import { PostingsPerDay } from './PostingsPerDay.tsx';

/** How quick the latest completed postings were, and where the time went (spec section 2, 'Admin performance'). */
export default function PerformanceScreen() {
  const { data, error, isFetching, isLoading, refetch } = useGetPerformanceAnalyticsQuery({ limit: ANALYTICS_LIMIT });
  const isFailed = error !== undefined && !isSignedOutError(error);
  const isEmpty = data !== undefined && data.total_analyzed === 0;

  return (
    <AdminPage
      title="Performance Analytics"
      actions={
        <Button icon={<ReloadOutlined aria-hidden />} loading={isFetching} onClick={() => void refetch()}>
          Refresh
        </Button>
      }
    >
      {isFailed && <ErrorAlert message="Failed to load performance analytics" onRetry={() => void refetch()} />}
      {isLoading && <Skeleton label="Loading performance analytics" rows={4} rowHeightPx={104} />}
      {isEmpty && (
        <EmptyState>No performance data available yet. Analytics will appear after postings are completed.</EmptyState>
      )}
      {data && !isEmpty && <PerformanceReport analytics={data} />}
      <PostingsPerDay />
    </AdminPage>
  );
}
