import { AUDIT_EVENTS_SHOWN } from '@flyerdeck/contracts/admin.values';
import { LEDGER_PAGE_SIZE, TRANSACTION_TYPES, type TransactionType } from '@flyerdeck/contracts/credits.values';
import type { AdminUserDetail, UserActivity } from '@flyerdeck/contracts/types';
import { Button, Col, Flex, Row } from 'antd';
import { lazy, Suspense } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useUrlParams } from '../../../app/hooks.ts';
import { useGetUserActivityQuery, useGetUserQuery } from '../../../data/admin/adminApi.ts';
import { useListAuditEventsQuery, useListUserLedgerQuery } from '../../../data/admin/adminOperationApi.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { EmptyState, Skeleton } from '../../../ui/notices.tsx';
import { AdminPage, combineQueries, hasErrorToShow, QueryAlert, RefreshButton } from '../layout/AdminPage.tsx';
import { Stats } from '../layout/Facts.tsx';
import { TitledCard } from '../layout/Section.tsx';
import { userCreditsAddress, userPostingsAddress } from '../people/people.ts';
import { pageOf } from '../table/tableView.ts';
import { ActivityLists, UserAuditEvents } from './ActivityLists.tsx';
import type { LedgerView } from './UserLedger.tsx';
import { UserProfile } from './UserProfile.tsx';

const UserCredits = ({ user }: { readonly user: AdminUserDetail }) => (
  <TitledCard title="Credits">
    <Stats
      values={{
        Balance: user.credits_balance,
        Purchased: user.total_credits_purchased,
        Spent: user.total_credits_spent,
        'Last Sign-in': user.last_login ? formatDateTime(user.last_login) : 'Never',
      }}
    />
  </TitledCard>
);

// Requested at once, and not part of the first load: it is below what is shown first.
const ledgerChunk = import('./UserLedger.tsx');
const UserLedger = lazy(() => ledgerChunk);

function Activity({ telegramId, activity }: { readonly telegramId: string; readonly activity: UserActivity }) {
  return (
    <>
      <TitledCard title="Activity Summary" extra={<Link to={userPostingsAddress(telegramId)}>View Postings</Link>}>
        <Stats
          values={{
            Pages: activity.pages_count,
            Tasks: activity.tasks_count,
            Assistants: activity.assistants_count,
            'Page Postings': activity.page_postings_count,
          }}
        />
      </TitledCard>
      <ActivityLists activity={activity} />
    </>
  );
}

const isType = (word: string | null): word is TransactionType => TRANSACTION_TYPES.some((type) => type === word);

function useLedgerView() {
  const [params, changeParams] = useUrlParams();
  const type = params.get('entries');
  return {
    page: pageOf(params.get('ledger')),
    type: isType(type) ? type : null,
    change: ({ page, type }: LedgerView) =>
      changeParams(
        () => new URLSearchParams({ ...(page > 1 && { ledger: String(page) }), ...(type && { entries: type }) }),
        { replace: true },
      ),
  };
}

export default function UserScreen() {
  const { telegramId = '' } = useParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const ledgerView = useLedgerView();
  const user = useGetUserQuery({ telegramId });
  const activity = useGetUserActivityQuery({ telegramId });
  const acts = useListAuditEventsQuery({ user_id: telegramId, is_change: true, limit: AUDIT_EVENTS_SHOWN });
  const ledger = useListUserLedgerQuery({
    telegramId,
    page: ledgerView.page,
    limit: LEDGER_PAGE_SIZE,
    ...(ledgerView.type && { transaction_type: ledgerView.type }),
  });
  const failed = [user, activity].filter(hasErrorToShow);
  const isOpening = (activity.isFetching && !activity.currentData) || ledger.isLoading;

  return (
    <AdminPage
      title="User Details"
      actions={
        <>
          <RefreshButton query={combineQueries(user, activity, acts, ledger)} />
          <Button onClick={() => navigate(userCreditsAddress(telegramId), { state: { fromUser: telegramId } })}>
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
          {user.isFetching && !user.currentData && <Skeleton label="Loading user" rows={1} rowHeightPx={376} />}
          {user.currentData && <UserProfile key={telegramId} user={user.currentData} />}
        </Col>
        <Col xs={24} lg={15} xxl={17}>
          <Flex vertical gap="middle">
            {/* All at once, because each has another height than its placeholder. */}
            {isOpening && (
              <div role="status">
                <EmptyState>Loading activity data...</EmptyState>
              </div>
            )}
            {!isOpening && activity.currentData && <Activity telegramId={telegramId} activity={activity.currentData} />}
            {!isOpening && user.currentData && (
              <>
                <UserCredits user={user.currentData} />
                <Suspense>
                  <UserLedger telegramId={telegramId} query={ledger} {...ledgerView} />
                  <UserAuditEvents telegramId={telegramId} query={acts} />
                </Suspense>
              </>
            )}
          </Flex>
        </Col>
      </Row>
    </AdminPage>
  );
}
