import type { AdminUser } from '@flyerdeck/contracts/types';
import { Button, Card, Divider, Flex, Typography } from 'antd';
import { useId } from 'react';
import { useEndUserSessionsMutation } from '../../../data/admin/adminApi.ts';
import { errorSentence } from '../../../data/apiError.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { formatFixedDateTime } from '../../../lib/formatDate.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { SuccessNote } from '../../../ui/SuccessNote.tsx';
import { hasErrorToShow } from '../layout/AdminPage.tsx';
import { Facts } from '../layout/Facts.tsx';
import { ActiveChip, RoleChip } from '../people/PersonChips.tsx';
import { personName, userLabel } from '../people/people.ts';
import { UserSwitches } from './UserSwitches.tsx';

/** Signs a user out on all devices, after a confirmation. */
function EndSessions({ user }: { readonly user: AdminUser }) {
  const [isAsking, setIsAsking] = useUiState(`endSessions/${user.telegram_id}`, false);
  const [endSessions, { data, error, isLoading }] = useEndUserSessionsMutation();

  const confirm = async () => {
    await endSessions({ telegramId: user.telegram_id });
    setIsAsking(false);
  };

  return (
    <Flex vertical align="start" gap="small">
      <Button danger onClick={() => setIsAsking(true)}>
        End Sessions
      </Button>
      {hasErrorToShow({ error }) && <ErrorAlert message={errorSentence(error, 'Failed to end sessions')} />}
      {data && <SuccessNote>{data.message}</SuccessNote>}
      <ConfirmDialog
        open={isAsking}
        title="End all sessions?"
        action="End Sessions"
        busy={isLoading}
        onConfirm={() => void confirm()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{userLabel(user)} is signed out on every device and has to sign in again.</p>
      </ConfirmDialog>
    </Flex>
  );
}

/** A user's data, and the settings that an admin may change. */
export function UserProfile({ user }: { readonly user: AdminUser }) {
  const id = useId();
  return (
    <Card size="small" role="region" aria-labelledby={id}>
      <Typography.Title level={2} id={id} style={{ margin: 0 }}>
        {personName(user) || 'Unnamed User'}
      </Typography.Title>
      <Typography.Text type="secondary">{user.username ? `@${user.username}` : 'No username'}</Typography.Text>
      <Divider size="middle" />
      <Facts
        size="small"
        column={1}
        colon={false}
        styles={{ content: { justifyContent: 'end' } }}
        facts={{
          'Telegram ID': user.telegram_id,
          Registered: formatFixedDateTime(user.created_at),
          Status: <ActiveChip isActive={user.is_active} />,
          Role: <RoleChip isAdmin={user.is_admin} />,
        }}
      />
      <Divider size="middle" />
      <UserSwitches user={user} />
      <Divider size="middle" />
      <EndSessions user={user} />
    </Card>
  );
}
