import type { AdminUser, AdminUserUpdate } from '@flyerdeck/contracts/types';
import { Flex, Switch, Typography } from 'antd';
import { useId } from 'react';
import { useAppSelector } from '../../../app/hooks.ts';
import { useUpdateUserMutation } from '../../../data/admin/adminApi.ts';
import { errorCode, errorSentence } from '../../../data/apiError.ts';
import { selectCurrentUser } from '../../../data/session/sessionSlice.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { hasErrorToShow } from '../layout/QueryAlert.tsx';

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

/** Switches for 'active' and 'admin'. Disabled during an update, and for the admin's own account. */
export function UserSwitches({ user }: { readonly user: AdminUser }) {
  const { telegram_id: telegramId, is_active, is_admin } = user;
  const isOwnAccount = useAppSelector((state) => selectCurrentUser(state)?.telegram_id === telegramId);
  const [update, { isLoading, error, originalArgs }] = useUpdateUserMutation();
  const change = (body: AdminUserUpdate) => {
    if (!isLoading) void update({ telegramId, body });
  };

  return (
    <Flex vertical gap="small">
      <LabelledSwitch
        label="Active Status"
        checked={is_active}
        disabled={isLoading}
        caption={isOwnAccount ? 'You cannot deactivate your own account' : null}
        onChange={(checked) => change({ is_active: checked })}
      />
      <LabelledSwitch
        label="Admin Privileges"
        checked={is_admin}
        disabled={isLoading}
        caption={isOwnAccount ? 'You cannot remove your own admin privileges' : null}
        onChange={(checked) => change({ is_admin: checked })}
      />
      {hasErrorToShow({ error }) && originalArgs && <ErrorAlert message={failureOf(originalArgs.body, error)} />}
    </Flex>
  );
}
