import { MAX_ADJUSTMENT_CREDITS } from '@flyerdeck/contracts/limits';
import { ADJUSTMENT_TYPES, TRANSACTION_TYPE_LABELS } from '@flyerdeck/contracts/statuses';
import type { AdjustCreditsBody, CreditUser } from '@flyerdeck/contracts/types';
import { Button } from 'antd';
import { type FormEvent, useId, useState } from 'react';
import { isSignedOutError, serverOrThrownMessage } from '../../../data/apiError.ts';
import { useAdjustCreditsMutation } from '../../../data/credits/creditsApi.ts';
import { formatNumber } from '../../../lib/formatTotal.ts';
import { useClosingConfirmation } from '../../../telegram/closingConfirmation.ts';
import { useMainButton } from '../../../telegram/mainButton.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import fields from '../../../ui/fields.module.css';
import styles from './AdjustForm.module.css';
import { adjustmentBody, parseAmount } from './adjustment.ts';
import { RequestKey } from './RequestKey.ts';

interface AdjustFormProps {
  readonly user: CreditUser;
  onApplied(message: string): void;
  onCancel(): void;
}

const credits = (count: number) => `${formatNumber(count).replace('-', '−')} credits`;

const APPLY = 'Apply Adjustment';

/** What is added or taken, why, and what it leads to. */
export function AdjustForm({ user, onApplied, onCancel }: AdjustFormProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [type, setType] = useState<AdjustCreditsBody['transaction_type']>('admin_adjustment');
  const [description, setDescription] = useState('');
  const [requestKey] = useState(() => new RequestKey());
  const [adjust, { isLoading, error }] = useAdjustCreditsMutation();
  const amount = parseAmount(typed);
  const newBalance = user.credits_balance + (amount ?? 0);
  const form = useMainButton({ text: APPLY, isDisabled: amount === null, isBusy: isLoading });
  useClosingConfirmation(typed !== '' || description !== '');
  const isFailed = error !== undefined && !isSignedOutError(error);

  const apply = async (event: FormEvent) => {
    event.preventDefault();
    if (amount === null || isLoading) return;
    const body = adjustmentBody(user.telegram_id, { amount, type, description });
    const answer = await adjust({ body, idempotencyKey: requestKey.of(body) });
    if (answer.data) onApplied(answer.data.message);
  };

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void apply(event)}>
      <div className={fields.field}>
        <label htmlFor={`${id}-amount`}>Amount</label>
        <input
          id={`${id}-amount`}
          type="number"
          inputMode="numeric"
          step={1}
          min={-MAX_ADJUSTMENT_CREDITS}
          max={MAX_ADJUSTMENT_CREDITS}
          className={fields.input}
          value={typed}
          disabled={isLoading}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p id={`${id}-hint`} className={fields.hint}>
          Use positive numbers to add credits, negative to subtract
        </p>
      </div>
      <div className={fields.field}>
        <label htmlFor={`${id}-type`}>Transaction Type</label>
        <select
          id={`${id}-type`}
          className={fields.input}
          value={type}
          disabled={isLoading}
          onChange={(event) => setType(event.target.value as typeof type)}
        >
          {ADJUSTMENT_TYPES.map((one) => (
            <option key={one} value={one}>
              {TRANSACTION_TYPE_LABELS[one]}
            </option>
          ))}
        </select>
      </div>
      <div className={fields.field}>
        <label htmlFor={`${id}-description`}>Description (optional)</label>
        <input
          id={`${id}-description`}
          className={fields.input}
          maxLength={500}
          autoComplete="off"
          value={description}
          disabled={isLoading}
          onChange={(event) => setDescription(event.target.value)}
        />
      </div>
      <dl className={styles.balances}>
        <div>
          <dt>Current balance</dt>
          <dd>{credits(user.credits_balance)}</dd>
        </div>
        <div>
          <dt>New balance</dt>
          <dd aria-live="polite" data-below-zero={newBalance < 0}>
            {amount === null ? '–' : credits(newBalance)}
          </dd>
        </div>
      </dl>
      {isFailed && <ErrorAlert message={serverOrThrownMessage(error)} />}
      <div className={styles.actions}>
        <Button onClick={onCancel} disabled={isLoading}>
          Cancel
        </Button>
        <Button type="primary" htmlType="submit" disabled={amount === null || isLoading}>
          {APPLY}
        </Button>
      </div>
    </form>
  );
}
