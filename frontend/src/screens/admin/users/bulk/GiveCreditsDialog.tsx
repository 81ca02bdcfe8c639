import type { AdminUser } from '@flyerdeck/contracts/types';
import { Form, Typography } from 'antd';
import { useState } from 'react';
import { useAdjustCreditsOfUsersMutation } from '../../../../data/credits/adminCreditsApi.ts';
import { useUiState } from '../../../../data/uiState/useUiState.ts';
import { counted } from '../../../../lib/counted.ts';
import { AdjustmentItems } from '../../credits/AdjustmentItems.tsx';
import { adjustmentOf, NO_ADJUSTMENT, validAmount } from '../../credits/adjustment.ts';
import { creditsText } from '../../credits/BookingForm.tsx';
import { createIdempotencyKeys } from '../../credits/idempotencyKeys.ts';
import { type BulkAction, BulkDialog } from '../../table/selection.tsx';

interface GiveCreditsDialogProps extends BulkAction {
  readonly users: readonly AdminUser[];
}

/** The same adjustment of the credits of each selected user. */
export default function GiveCreditsDialog({ users, ...bulk }: GiveCreditsDialogProps) {
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
