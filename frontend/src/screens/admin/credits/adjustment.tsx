import type { AdjustCreditsBody } from '@flyerdeck/contracts/types';
import {
  ADJUSTMENT_TYPES,
  MAX_ADJUSTMENT_CREDITS,
  MAX_ADJUSTMENT_DESCRIPTION_LENGTH,
  TRANSACTION_TYPE_LABELS,
} from '@flyerdeck/contracts/values/credits';
import { nanoid } from '@reduxjs/toolkit';
import { Form, Input, InputNumber, Select } from 'antd';
import { creditsText } from './BookingForm.tsx';

interface AdjustmentFields {
  readonly amount: number | null;
  readonly type: AdjustCreditsBody['transaction_type'];
  readonly description: string;
}

export const NO_ADJUSTMENT: AdjustmentFields = { amount: null, type: 'admin_adjustment', description: '' };

/** The amount as an integer (spec section 5); null when it is zero, empty or too large. */
export function validAmount(amount: number | null | undefined): number | null {
  const whole = Math.trunc(amount ?? 0);
  return whole === 0 || Math.abs(whole) > MAX_ADJUSTMENT_CREDITS ? null : whole;
}

/** Of a call. An empty description is sent as the documented sentence. */
export const adjustmentOf = (
  amount: number,
  { type, description }: AdjustmentFields,
): Omit<AdjustCreditsBody, 'user_id'> => ({
  amount,
  transaction_type: type,
  description: description.trim() || `Admin adjustment: ${amount} credits`,
});

/** A repeated request gets the same idempotency key, so that the server applies it once. A changed one gets a new key. */
export function createIdempotencyKeys() {
  let lastRequest = '';
  let key = '';
  return (body: object): string => {
    const request = JSON.stringify(body);
    if (request !== lastRequest) key = nanoid();
    lastRequest = request;
    return key;
  };
}

const TYPES = ADJUSTMENT_TYPES.map((value) => ({ value, label: TRANSACTION_TYPE_LABELS[value] }));

export const AdjustmentItems = ({ amount }: { readonly amount: number | null | undefined }) => (
  <>
    <Form.Item
      name="amount"
      label="Amount"
      extra="Use positive numbers to add credits, negative to subtract"
      {...(Math.abs(amount ?? 0) > MAX_ADJUSTMENT_CREDITS && {
        validateStatus: 'error',
        help: `At most ${creditsText(MAX_ADJUSTMENT_CREDITS)} at once.`,
      })}
    >
      <InputNumber style={{ width: '100%' }} />
    </Form.Item>
    <Form.Item name="type" label="Transaction Type">
      <Select options={TYPES} />
    </Form.Item>
    <Form.Item name="description" label="Description (optional)">
      <Input maxLength={MAX_ADJUSTMENT_DESCRIPTION_LENGTH} autoComplete="off" />
    </Form.Item>
  </>
);
