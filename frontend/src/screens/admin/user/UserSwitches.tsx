import type { AdminUser, AdminUserUpdate } from '@flyerdeck/contracts/types';
import { Flex, Switch, Typography } from 'antd';
import { useId } from 'react';
import { useAppSelector } from '../../../app/hooks.ts';
import { useUpdateUserMutation } from '../../../data/admin/adminApi.ts';
import { errorCode, errorSentence } from '../../../data/apiError.ts';
import { selectCurrentUser } from '../../../data/session/sessionSlice.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { hasErrorToShow } from '../layout/AdminPage.tsx';
import { userLabel } from '../people/people.ts';

interface LabelledSwitchProps {
  readonly label: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  /** Why the switch is disabled; null if it is enabled. */
  readonly caption: string | null;
  onChange(checked: boolean): void;
}

function LabelledSwitch({ label, checked, disabled, caption, onChange }: LabelledSwitchProps) {
  const id = useId();
  return (
    <Flex justify="space-between" align="center" gap="middle">
      <Flex vertical>
        <label htmlFor={id}>{label}</label>
        {caption && (
          <Typography.Text type="secondary" id={`${id}-caption`} style={{ fontSize: 12 }}>
            {caption}
          </Typography.Text>
        )}
      </Flex>
      <Switch
        id={id}
        checked={checked}
        disabled={disabled || caption !== null}
        aria-describedby={caption ? `${id}-caption` : undefined}
        onChange={onChange}
      />
    </Flex>
  );
}

/** The spec's sentence, or the server's if a rule forbids the change (spec section 8, 'Admin and preview'). */
function failureOf(update: AdminUserUpdate, error: unknown): string {
  const fallback = 'is_admin' in update ? 'Failed to update admin status' : 'Failed to update user status';
  return errorCode(error)?.startsWith('admin.') ? errorSentence(error, fallback) : fallback;
}

/** What the confirmation of a change asks. `name` is the user's. */
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

/**
 * Switches for 'active' and 'admin'. A change is confirmed first. They are disabled during an update, and for the admin's own
 * account.
 */
export function UserSwitches({ user }: { readonly user: AdminUser }) {
  const { telegram_id: telegramId, is_active, is_admin } = user;
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
      <LabelledSwitch
        label="Active Status"
        checked={is_active}
        disabled={isLoading}
        caption={isOwnAccount ? 'You cannot deactivate your own account' : null}
        onChange={(checked) => ask({ is_active: checked })}
      />
      <LabelledSwitch
        label="Admin Privileges"
        checked={is_admin}
        disabled={isLoading}
        caption={isOwnAccount ? 'You cannot remove your own admin privileges' : null}
        onChange={(checked) => ask({ is_admin: checked })}
      />
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
