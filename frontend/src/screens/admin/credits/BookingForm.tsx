import {
  ADJUSTMENT_TYPES,
  MAX_ADJUSTMENT_CREDITS,
  MAX_ADJUSTMENT_DESCRIPTION_LENGTH,
  TRANSACTION_TYPE_LABELS,
} from '@flyerdeck/contracts/credits.values';
import type { AdjustCreditsBody } from '@flyerdeck/contracts/types';
import { nanoid } from '@reduxjs/toolkit';
import { Button, Flex, Form, type FormInstance, Input, InputNumber, Select, Typography } from 'antd';
import { type ReactNode, useRef } from 'react';
import { serverOrErrorMessage } from '../../../data/apiError.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useMainButton } from '../../../telegram/buttons.ts';
import { ErrorAlert } from '../../../ui/notices.tsx';
import { hasErrorToShow } from '../layout/AdminPage.tsx';
import { Facts } from '../layout/Facts.tsx';

interface BookingFormProps<Fields> {
  readonly values: Fields;
  readonly children: ReactNode;
  readonly balance: number | null;
  /** The credits that are added or subtracted; null while the fields are not valid, and the form cannot be sent then. */
  readonly amount: number | null;
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: unknown;
  onChange(values: Fields): void;
  onSubmit(): unknown;
  onClose(): void;
}

export const creditsText = (count: number) => `${formatNumber(count).replace('-', '\u2212')} credits`;

export function BookingForm<Fields extends object>({
  values,
  children,
  balance,
  amount,
  action,
  isBusy,
  error,
  onChange,
  onSubmit,
  onClose,
}: BookingFormProps<Fields>) {
  const isDisabled = amount === null;
  // Enter may be pressed again before this component is rendered with `isBusy`.
  const isSending = useRef(false);
  const formElement = useMainButton({ text: action, isDisabled, isBusy });
  const newBalance = balance === null || amount === null ? null : balance + amount;
  const waiting = balance === null ? '…' : '–';
  return (
    <Form<Fields>
      // The ref of antd's Form is a FormInstance. Its `nativeElement` is the form that the main button submits.
      ref={(ref: (FormInstance & { nativeElement?: HTMLElement }) | null) => {
        formElement.current = (ref?.nativeElement as HTMLFormElement | undefined) ?? null;
      }}
      layout="vertical"
      fields={Object.entries(values).map(([name, value]) => ({ name: [name], value }))}
      onValuesChange={(_, all) => onChange(all)}
      disabled={isBusy}
      onFinish={async () => {
        if (isDisabled || isSending.current) return;
        isSending.current = true;
        await onSubmit();
        isSending.current = false;
      }}
    >
      {children}
      <Facts
        bordered
        size="small"
        column={1}
        facts={{
          'Current balance': balance === null ? '…' : creditsText(balance),
          'New balance': (
            <Typography.Text aria-live="polite" type={newBalance !== null && newBalance < 0 ? 'danger' : undefined}>
              {newBalance === null ? waiting : creditsText(newBalance)}
            </Typography.Text>
          ),
        }}
      />
      <Flex vertical gap="middle" style={{ marginTop: 16 }}>
        {hasErrorToShow({ error }) && <ErrorAlert message={serverOrErrorMessage(error)} />}
        <Flex justify="end" gap="small">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" htmlType="submit" disabled={isDisabled || isBusy}>
            {action}
          </Button>
        </Flex>
      </Flex>
    </Form>
  );
}

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
