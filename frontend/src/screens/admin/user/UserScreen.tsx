import type { UserActivity } from '@flyerdeck/contracts/types';
import { Button, Col, Flex, Row, Statistic } from 'antd';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useGetUserActivityQuery, useGetUserQuery } from '../../../data/admin/adminApi.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { AdminPage } from '../layout/AdminPage.tsx';
import { hasErrorToShow, QueryAlert } from '../layout/QueryAlert.tsx';
import { TitledCard } from '../layout/Section.tsx';
import { ActivityLists } from './ActivityLists.tsx';
import { UserAuditEvents } from './UserAuditEvents.tsx';
import { UserProfile } from './UserProfile.tsx';

const COUNTS = [
  ['Pages', 'pages_count'],
  ['Tasks', 'tasks_count'],
  ['Assistants', 'assistants_count'],
  ['Page Postings', 'page_postings_count'],
] as const;

function Activity({ activity }: { readonly activity: UserActivity }) {
  return (
    <>
      <TitledCard title="Activity Summary">
        <Row gutter={[16, 16]}>
          {COUNTS.map(([label, field]) => (
            <Col key={field} xs={12} sm={6}>
              <Statistic title={label} value={activity[field]} styles={{ content: { fontWeight: 600 } }} />
            </Col>
          ))}
        </Row>
      </TitledCard>
      <ActivityLists activity={activity} />
    </>
  );
}

/** One user: profile, activity, audit events (spec section 2, 'Admin user detail'). */
export default function UserScreen() {
  const { telegramId = '' } = useParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const user = useGetUserQuery({ telegramId });
  const activity = useGetUserActivityQuery({ telegramId });
  const failed = [user, activity].filter(hasErrorToShow);

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
      <QueryAlert
        query={{ error: failed[0]?.error, refetch: () => failed.map((query) => query.refetch()) }}
        message="Failed to load user details"
      />
      <Row gutter={[16, 16]}>
        <Col xs={24} lg={9} xxl={7}>
          {user.isFetching && !user.currentData && <Skeleton label="Loading user" rows={1} rowHeightPx={320} />}
          {user.currentData && <UserProfile key={telegramId} user={user.currentData} />}
        </Col>
        <Col xs={24} lg={15} xxl={17}>
          <Flex vertical gap="middle">
            {activity.isFetching && !activity.currentData && (
              <div role="status">
                <EmptyState>Loading activity data...</EmptyState>
              </div>
            )}
            {activity.currentData && <Activity activity={activity.currentData} />}
            {user.currentData && <UserAuditEvents telegramId={telegramId} />}
          </Flex>
        </Col>
      </Row>
    </AdminPage>
  );
}
