import type { AdminUser } from '@flyerdeck/contracts/types';
import { Typography } from 'antd';
import { useAppSelector } from '../../../../app/hooks.ts';
import { useSetUsersActiveMutation } from '../../../../data/admin/adminApi.ts';
import { selectCurrentUser } from '../../../../data/session/sessionSlice.ts';
import { counted } from '../../../../lib/counted.ts';
import { type BulkAction, BulkDialog } from '../../table/selection.tsx';

interface SetActiveDialogProps extends BulkAction {
  readonly users: readonly AdminUser[];
  readonly isActive: boolean;
}

/** Activates or deactivates the selected users. */
export default function SetActiveDialog({ users, isActive, ...bulk }: SetActiveDialogProps) {
  const [setActive, state] = useSetUsersActiveMutation();
  const me = useAppSelector(selectCurrentUser)?.telegram_id;
  const changed = users.filter((user) => user.is_active !== isActive && user.telegram_id !== me);
  const admins = changed.filter((user) => user.is_admin).length;
  const unchanged = users.filter((user) => user.is_active === isActive).length;
  const verb = isActive ? 'Activate' : 'Deactivate';
  const leftOut = [
    unchanged > 0 && `${counted(unchanged, 'user')} already ${isActive ? 'active' : 'inactive'}`,
    !isActive && users.some(({ telegram_id }) => telegram_id === me) && 'you',
  ].filter(Boolean);
  return (
    <BulkDialog
      {...bulk}
      title={`${verb} users`}
      action={`${verb} ${counted(changed.length, 'User')}`}
      isDanger={!isActive}
      isDisabled={changed.length === 0}
      state={state}
      send={() => setActive({ body: { telegram_ids: changed.map((user) => user.telegram_id), is_active: isActive } })}
    >
      <Typography.Text strong>
        {`${counted(changed.length, 'user')} will be ${verb.toLowerCase()}d${admins > 0 ? `, ${counted(admins, 'admin')} among them` : ''}.`}
      </Typography.Text>
      {!isActive && <Typography.Text>They are signed out, and their pages get no more postings.</Typography.Text>}
      {leftOut.length > 0 && <Typography.Text type="secondary">{`Left out: ${leftOut.join('; ')}.`}</Typography.Text>}
    </BulkDialog>
  );
}
