import type { AdminUser, AdminUserUpdate } from '@flyerdeck/contracts/types';
import { Button, Card, Divider, Flex, Switch, Typography } from 'antd';
import { useId } from 'react';
import { useAppSelector } from '../../../app/hooks.ts';
import { useEndUserSessionsMutation, useUpdateUserMutation } from '../../../data/admin/adminApi.ts';
import { errorCode, errorSentence } from '../../../data/apiError.ts';
import { selectCurrentUser } from '../../../data/session/sessionSlice.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { formatFixedDateTime } from '../../../lib/formatDate.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorAlert, FailureAlert, SuccessNote } from '../../../ui/notices.tsx';
import { hasErrorToShow } from '../layout/AdminPage.tsx';
import { Facts } from '../layout/Facts.tsx';
import { ActiveChip, RoleChip } from '../people/PersonCell.tsx';
import { personName, userLabel } from '../people/people.ts';

const SWITCHES = [
  ['Active Status', 'is_active', 'You cannot deactivate your own account'],
  ['Admin Privileges', 'is_admin', 'You cannot remove your own admin privileges'],
] as const;

/** The spec's sentence, or the server's if a rule forbids the change (spec section 8, 'Admin and preview'). */
function failureOf(update: AdminUserUpdate, error: unknown): string {
  const fallback = 'is_admin' in update ? 'Failed to update admin status' : 'Failed to update user status';
  return errorCode(error)?.startsWith('admin.') ? errorSentence(error, fallback) : fallback;
}

function questionOf(update: AdminUserUpdate, name: string) {
  if ('is_admin' in update) {
    return update.is_admin
      ? { title: 'Make admin?', action: 'Make Admin', text: `${name} can see and change all users, and their credits.` }
      : {
          title: 'Remove admin privileges?',
          action: 'Remove Privileges',
          text: `${name} loses access to the admin area.`,
        };
  }
  return update.is_active
    ? { title: 'Activate user?', action: 'Activate', text: `${name} can sign in and post again.` }
    : {
        title: 'Deactivate user?',
        action: 'Deactivate',
        text: `${name} is signed out everywhere, and nothing more is posted.`,
      };
}

/** Disabled for the admin's own account. */
function UserSwitches({ user }: { readonly user: AdminUser }) {
  const id = useId();
  const { telegram_id: telegramId } = user;
  const isOwnAccount = useAppSelector((state) => selectCurrentUser(state)?.telegram_id === telegramId);
  const [update, { isLoading, error, originalArgs }] = useUpdateUserMutation();
  /** The change that is confirmed. It stays while the dialog closes, so that its texts do not change. */
  const [asked, setAsked] = useUiState<AdminUserUpdate>(`userSwitches.asked/${telegramId}`, { is_active: true });
  const [isAsking, setIsAsking] = useUiState(`userSwitches.isAsking/${telegramId}`, false);
  const { title, action, text } = questionOf(asked, userLabel(user));
  const ask = (change: AdminUserUpdate) => {
    setAsked(change);
    setIsAsking(true);
  };
  const confirm = () => {
    if (!isLoading) void update({ telegramId, body: asked });
    setIsAsking(false);
  };

  return (
    <Flex vertical gap="small">
      {SWITCHES.map(([label, flag, whyNotOwn]) => (
        <Flex key={flag} justify="space-between" align="center" gap="middle">
          <Flex vertical>
            <label htmlFor={`${id}-${flag}`}>{label}</label>
            {isOwnAccount && (
              <Typography.Text type="secondary" id={`${id}-${flag}-caption`} style={{ fontSize: 12 }}>
                {whyNotOwn}
              </Typography.Text>
            )}
          </Flex>
          <Switch
            id={`${id}-${flag}`}
            checked={user[flag]}
            disabled={isLoading || isOwnAccount}
            aria-describedby={isOwnAccount ? `${id}-${flag}-caption` : undefined}
            onChange={(checked) => ask(flag === 'is_admin' ? { is_admin: checked } : { is_active: checked })}
          />
        </Flex>
      ))}
      {hasErrorToShow({ error }) && originalArgs && <ErrorAlert message={failureOf(originalArgs.body, error)} />}
      <ConfirmDialog
        open={isAsking}
        title={title}
        action={action}
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      >
        <p>{text}</p>
      </ConfirmDialog>
    </Flex>
  );
}

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
      <FailureAlert error={error} fallback="Failed to end sessions" />
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
