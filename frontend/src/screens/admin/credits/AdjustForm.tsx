import type { AdjustCreditsBody, CreditUser } from '@flyerdeck/contracts/types';
import { ADJUSTMENT_CONFIRMED_ABOVE_CREDITS } from '@flyerdeck/contracts/values/credits';
import { useState } from 'react';
import { useAdjustCreditsMutation } from '../../../data/credits/creditsApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { useClosingConfirmation } from '../../../telegram/closingConfirmation.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { userLabel } from '../people/people.ts';
import { AdjustmentItems } from './AdjustmentItems.tsx';
import { adjustmentOf, NO_ADJUSTMENT, validAmount } from './adjustment.ts';
import { BookingForm, creditsText } from './BookingForm.tsx';
import { createIdempotencyKeys } from './idempotencyKeys.ts';

export interface CreditFormProps {
  readonly user: CreditUser;
  /** The balance from the server; null until it has answered. */
  readonly balance: number | null;
  onApplied(message: string): void;
  onClose(): void;
}

/** Adds or subtracts credits (spec section 2, 'Admin credits'). A large amount is confirmed first. */
export function AdjustForm({ user, balance, onApplied, onClose }: CreditFormProps) {
  const [fields, setFields] = useUiState('adjustCredits.adjustment', NO_ADJUSTMENT);
  const [idempotencyKeyOf] = useState(createIdempotencyKeys);
  const [adjust, { isLoading, error }] = useAdjustCreditsMutation();
  /** The adjustment that is confirmed. It stays while the dialog closes, so that its texts do not change. */
  const [asked, setAsked] = useUiState<AdjustCreditsBody | null>('adjustCredits.asked', null);
  const [isAsking, setIsAsking] = useUiState('adjustCredits.isAsking', false);
  const amount = validAmount(fields.amount);
  useClosingConfirmation((fields.amount ?? null) !== null || Boolean(fields.description));

  const apply = async (body: AdjustCreditsBody) => {
    const { data } = await adjust({ body, idempotencyKey: idempotencyKeyOf(body) });
    setIsAsking(false);
    if (data) onApplied(data.message);
  };
  const submit = () => {
    if (amount === null) return;
    const body = { user_id: user.telegram_id, ...adjustmentOf(amount, fields) };
    if (Math.abs(amount) <= ADJUSTMENT_CONFIRMED_ABOVE_CREDITS) return apply(body);
    setAsked(body);
    setIsAsking(true);
  };
  const askedAmount = asked?.amount ?? 0;
  const verb = askedAmount < 0 ? 'Remove' : 'Add';

  return (
    <>
      <BookingForm
        values={fields}
        balance={balance}
        amount={amount}
        action="Apply Adjustment"
        isBusy={isLoading}
        error={error}
        onChange={setFields}
        onSubmit={submit}
        onClose={onClose}
      >
        <AdjustmentItems amount={fields.amount} />
      </BookingForm>
      <ConfirmDialog
        open={isAsking}
        title={`${verb} ${creditsText(Math.abs(askedAmount))}?`}
        action={`${verb} Credits`}
        busy={isLoading}
        onConfirm={() => asked && void apply(asked)}
        onCancel={() => setIsAsking(false)}
      >
        <p>
          {userLabel(user)}
          {balance !== null && `: from ${creditsText(balance)} to ${creditsText(balance + askedAmount)}`}
        </p>
      </ConfirmDialog>
    </>
  );
}
