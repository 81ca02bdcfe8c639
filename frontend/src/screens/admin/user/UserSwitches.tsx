import type { AdminUser, AdminUserUpdate } from '@flyerdeck/contracts/types';
import { useAppSelector } from '../../../app/hooks.ts';
import { useUpdateUserMutation } from '../../../data/admin/adminApi.ts';
import { isSignedOutError } from '../../../data/apiError.ts';
import { selectCurrentUser } from '../../../data/session/sessionSlice.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { LabelledSwitch } from './LabelledSwitch.tsx';
import styles from './UserSwitches.module.css';
import { updateFailure } from './updateFailure.ts';

/** Lets a user in or out and makes them an admin; one update at a time, and none that would lock oneself out. */
export function UserSwitches({ user }: { readonly user: AdminUser }) {
  const { telegram_id: telegramId, is_active, is_admin } = user;
  const isOneself = useAppSelector((state) => selectCurrentUser(state)?.telegram_id === telegramId);
  const [update, { isLoading, error, originalArgs }] = useUpdateUserMutation();
  const change = (body: AdminUserUpdate) => {
    if (!isLoading) void update({ telegramId, body });
  };
  const isFailed = error !== undefined && !isSignedOutError(error);

  return (
    <div className={styles.switches}>
      <LabelledSwitch
        label="Active Status"
        checked={is_active}
        disabled={isLoading}
        caption={isOneself ? 'You cannot deactivate your own account' : null}
        onChange={(checked) => change({ is_active: checked })}
      />
      <LabelledSwitch
        label="Admin Privileges"
        checked={is_admin}
        disabled={isLoading}
        caption={isOneself ? 'You cannot remove your own admin privileges' : null}
        onChange={(checked) => change({ is_admin: checked })}
      />
      {isFailed && originalArgs && <ErrorAlert message={updateFailure(originalArgs.body, error)} />}
    </div>
  );
}
