import { POSTING_STATUSES, TASK_STATUSES } from '@flyerdeck/contracts/statuses';
import { useGetStatsQuery } from '../../../data/admin/adminApi.ts';
import { isSignedOutError } from '../../../data/apiError.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AdminPage } from '../layout/AdminPage.tsx';
import styles from './AdminDashboardScreen.module.css';
import { QuickAccess } from './QuickAccess.tsx';
import { StatsCards } from './StatsCards.tsx';
import { StatusList } from './StatusList.tsx';
import { Trends } from './Trends.tsx';

/** Everybody's numbers at a glance (spec section 2, 'Admin dashboard'). */
export default function AdminDashboardScreen() {
  const { data: stats, error, isLoading, refetch } = useGetStatsQuery();
  return (
    <AdminPage title="Admin Dashboard">
      {error && !isSignedOutError(error) && (
        <ErrorAlert message="Failed to load admin dashboard statistics" onRetry={() => void refetch()} />
      )}
      {isLoading && <Skeleton label="Loading statistics" rows={2} rowHeightPx={110} />}
      {stats && <StatsCards stats={stats} />}
      <QuickAccess />
      {stats && (
        <section aria-labelledby="system-statistics">
          <h2 id="system-statistics" className={styles.title}>
            System Statistics
          </h2>
          <div className={styles.lists}>
            <StatusList title="Tasks by Status" counts={stats.tasks_count} order={TASK_STATUSES} />
            <StatusList title="Page Postings by Status" counts={stats.page_postings_count} order={POSTING_STATUSES} />
          </div>
        </section>
      )}
      <Trends />
    </AdminPage>
  );
}
