import { Button } from 'antd';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useGetUserActivityQuery, useGetUserQuery } from '../../../data/admin/adminApi.ts';
import { isSignedOutError } from '../../../data/apiError.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AdminPage } from '../layout/AdminPage.tsx';
import { ActivityLists } from './ActivityLists.tsx';
import { ActivitySummary } from './ActivitySummary.tsx';
import { UserActs } from './UserActs.tsx';
import { UserProfile } from './UserProfile.tsx';
import styles from './UserScreen.module.css';

const FAILED = 'Failed to load user details';

/** One user: who they are, what they have, what was done to them (spec section 2, 'Admin user detail'). */
export default function UserScreen() {
  const { telegramId = '' } = useParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const user = useGetUserQuery({ telegramId });
  const activity = useGetUserActivityQuery({ telegramId });

  const isFailed = [user.error, activity.error].some((error) => error !== undefined && !isSignedOutError(error));
  const retry = () => {
    for (const query of [user, activity]) if (query.error) void query.refetch();
  };

  return (
    <AdminPage
      title="User Details"
      actions={
        <>
          <Button onClick={() => navigate(`/admin/credits?search=${encodeURIComponent(telegramId)}`)}>
            Adjust Credits
          </Button>
          <Button onClick={() => navigate(`/admin/users${state?.usersView ?? ''}`)}>Back to Users</Button>
        </>
      }
    >
      {isFailed && <ErrorAlert message={FAILED} onRetry={retry} />}
      <div className={styles.columns}>
        <div className={styles.column}>
          {user.isFetching && !user.currentData && <Skeleton label="Loading user" rows={1} rowHeightPx={320} />}
          {user.currentData && <UserProfile key={telegramId} user={user.currentData} />}
        </div>
        <div className={styles.column}>
          {activity.isFetching && !activity.currentData && (
            <p role="status" className={styles.loading}>
              Loading activity data...
            </p>
          )}
          {activity.currentData && (
            <>
              <ActivitySummary activity={activity.currentData} />
              <ActivityLists activity={activity.currentData} />
            </>
          )}
          {user.currentData && <UserActs telegramId={telegramId} />}
        </div>
      </div>
    </AdminPage>
  );
}
