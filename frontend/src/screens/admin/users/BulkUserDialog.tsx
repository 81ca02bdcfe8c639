import type { AdminUser } from '@flyerdeck/contracts/types';
import { Form, Typography } from 'antd';
import { useState } from 'react';
import { useAppSelector } from '../../../app/hooks.ts';
import { useSetUsersActiveMutation } from '../../../data/admin/adminApi.ts';
import { useAdjustCreditsOfUsersMutation } from '../../../data/admin/adminOperationApi.ts';
import { selectCurrentUser } from '../../../data/session/sessionSlice.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { counted } from '../../../lib/numbers.ts';
import {
  AdjustmentItems,
  adjustmentOf,
  createIdempotencyKeys,
  creditsText,
  NO_ADJUSTMENT,
  validAmount,
} from '../credits/BookingForm.tsx';
import { type BulkAction, BulkDialog } from '../table/selection.tsx';

interface SetActiveDialogProps extends BulkAction {
  readonly users: readonly AdminUser[];
  readonly isActive: boolean;
}

function SetActiveDialog({ users, isActive, ...bulk }: SetActiveDialogProps) {
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

interface GiveCreditsDialogProps extends BulkAction {
  readonly users: readonly AdminUser[];
}

function GiveCreditsDialog({ users, ...bulk }: GiveCreditsDialogProps) {
  const [fields, setFields] = useUiState('giveCredits.fields', NO_ADJUSTMENT);
  const [idempotencyKeyOf] = useState(createIdempotencyKeys);
  const [adjust, state] = useAdjustCreditsOfUsersMutation();
  const amount = validAmount(fields.amount);
  const count = counted(users.length, 'User');
  const send = () => {
    const telegram_ids = users.map(({ telegram_id }) => telegram_id);
    const body = { telegram_ids, ...adjustmentOf(amount ?? 0, fields) };
    return adjust({ body, idempotencyKey: idempotencyKeyOf(body) });
  };
  return (
    <BulkDialog
      {...bulk}
      title="Give credits"
      action={(amount ?? 0) < 0 ? `Take from ${count}` : `Give to ${count}`}
      isDisabled={amount === null}
      state={state}
      send={send}
    >
      <Form
        layout="vertical"
        fields={Object.entries(fields).map(([name, value]) => ({ name: [name], value }))}
        disabled={state.isLoading}
        onValuesChange={(_, all) => setFields(all)}
      >
        <AdjustmentItems amount={fields.amount} />
      </Form>
      <Typography.Text strong role="status">
        {amount !== null &&
          `${creditsText(amount)} for each of ${counted(users.length, 'user')}, ${creditsText(amount * users.length)} in total.`}
      </Typography.Text>
    </BulkDialog>
  );
}

export type BulkUserAct = 'activate' | 'deactivate' | 'credits';

export default function BulkUserDialog({ act, ...props }: GiveCreditsDialogProps & { readonly act: BulkUserAct }) {
  return act === 'credits' ? (
    <GiveCreditsDialog {...props} />
  ) : (
    <SetActiveDialog {...props} isActive={act === 'activate'} />
  );
}
