import { MAX_ADJUSTMENT_DESCRIPTION_LENGTH } from '@flyerdeck/contracts/limits';
import { ADJUSTMENT_TYPES, TRANSACTION_TYPE_LABELS } from '@flyerdeck/contracts/statuses';
import type { AdjustCreditsBody, CreditUser } from '@flyerdeck/contracts/types';
import { nanoid } from '@reduxjs/toolkit';
import {
  Button,
  Descriptions,
  Flex,
  Form,
  type FormInstance,
  Input,
  InputNumber,
  Modal,
  Select,
  Typography,
} from 'antd';
import { useState } from 'react';
import { serverOrErrorMessage } from '../../../data/apiError.ts';
import { useAdjustCreditsMutation } from '../../../data/credits/creditsApi.ts';
import { formatNumber } from '../../../lib/formatNumber.ts';
import { useBackButton } from '../../../telegram/backButton.ts';
import { useClosingConfirmation } from '../../../telegram/closingConfirmation.ts';
import { useMainButton } from '../../../telegram/mainButton.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { hasErrorToShow } from '../layout/QueryAlert.tsx';
import { userLabel } from '../people/people.ts';
import { type AdjustmentFields, adjustmentBody, validAmount } from './adjustment.ts';

interface AdjustFormProps {
  readonly user: CreditUser;
  onApplied(message: string): void;
  onClose(): void;
}

const APPLY = 'Apply Adjustment';
const TYPES = ADJUSTMENT_TYPES.map((value) => ({ value, label: TRANSACTION_TYPE_LABELS[value] }));
const INITIAL: AdjustmentFields = { amount: null, type: 'admin_adjustment', description: '' };

/** For example '−50 credits', with a minus sign (U+2212) instead of a hyphen. */
const creditsText = (count: number) => `${formatNumber(count).replace('-', '\u2212')} credits`;

/**
 * Returns a function that returns the idempotency key of a request. A repeated request gets the same key, so that the
 * server applies it only once. A changed request gets a new key.
 */
function createIdempotencyKeys() {
  let lastRequest = '';
  let key = '';
  return (body: AdjustCreditsBody): string => {
    const request = JSON.stringify(body);
    if (request !== lastRequest) key = nanoid();
    lastRequest = request;
    return key;
  };
}

function AdjustForm({ user, onApplied, onClose }: AdjustFormProps) {
  const [form] = Form.useForm<AdjustmentFields>();
  const { amount: typedAmount, description } = Form.useWatch([], form) ?? INITIAL;
  const [idempotencyKeyOf] = useState(createIdempotencyKeys);
  const [adjust, { isLoading, error }] = useAdjustCreditsMutation();
  const amount = validAmount(typedAmount);
  const newBalance = user.credits_balance + (amount ?? 0);
  const formElement = useMainButton({ text: APPLY, isDisabled: amount === null, isBusy: isLoading });
  useClosingConfirmation((typedAmount ?? null) !== null || Boolean(description));

  const apply = async (fields: AdjustmentFields) => {
    if (amount === null || isLoading) return;
    const body = adjustmentBody(user.telegram_id, amount, fields);
    const { data } = await adjust({ body, idempotencyKey: idempotencyKeyOf(body) });
    if (data) onApplied(data.message);
  };

  return (
    <Form
      // The ref of antd's Form is a FormInstance. Its `nativeElement` is the form that the main button submits.
      ref={(ref: (FormInstance & { nativeElement?: HTMLElement }) | null) => {
        formElement.current = (ref?.nativeElement as HTMLFormElement | undefined) ?? null;
      }}
      form={form}
      layout="vertical"
      initialValues={INITIAL}
      disabled={isLoading}
      onFinish={(fields) => void apply(fields)}
    >
      <Form.Item name="amount" label="Amount" extra="Use positive numbers to add credits, negative to subtract">
        <InputNumber style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="type" label="Transaction Type">
        <Select options={TYPES} />
      </Form.Item>
      <Form.Item name="description" label="Description (optional)">
        <Input maxLength={MAX_ADJUSTMENT_DESCRIPTION_LENGTH} autoComplete="off" />
      </Form.Item>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          { key: 'current', label: 'Current balance', children: creditsText(user.credits_balance) },
          {
            key: 'new',
            label: 'New balance',
            children: (
              <Typography.Text aria-live="polite" type={newBalance < 0 ? 'danger' : undefined}>
                {amount === null ? '–' : creditsText(newBalance)}
              </Typography.Text>
            ),
          },
        ]}
      />
      <Flex vertical gap="middle" style={{ marginTop: 16 }}>
        {hasErrorToShow({ error }) && <ErrorAlert message={serverOrErrorMessage(error)} />}
        <Flex justify="end" gap="small">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="primary" htmlType="submit" disabled={amount === null || isLoading}>
            {APPLY}
          </Button>
        </Flex>
      </Flex>
    </Form>
  );
}

interface AdjustDialogProps extends Omit<AdjustFormProps, 'user'> {
  /** Null while the dialog is closed. */
  readonly user: CreditUser | null;
}

export function AdjustDialog({ user, onApplied, onClose }: AdjustDialogProps) {
  useBackButton(onClose, user !== null);
  return (
    <Modal
      open={user !== null}
      title={user && `Adjust Credits: ${userLabel(user)}`}
      width={440}
      closable={{ 'aria-label': 'Close' }}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {user && <AdjustForm user={user} onApplied={onApplied} onClose={onClose} />}
    </Modal>
  );
}
