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
import { serverOrThrownMessage } from '../../../data/apiError.ts';
import { useAdjustCreditsMutation } from '../../../data/credits/creditsApi.ts';
import { formatNumber } from '../../../lib/formatTotal.ts';
import { useBackButton } from '../../../telegram/backButton.ts';
import { useClosingConfirmation } from '../../../telegram/closingConfirmation.ts';
import { useMainButton } from '../../../telegram/mainButton.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { isFailed } from '../layout/QueryAlert.tsx';
import { personLabel } from '../people/people.ts';
import { type AdjustmentFields, adjustmentBody, bookableAmount } from './adjustment.ts';

interface AdjustFormProps {
  readonly user: CreditUser;
  onApplied(message: string): void;
  onClose(): void;
}

const APPLY = 'Apply Adjustment';
const TYPES = ADJUSTMENT_TYPES.map((value) => ({ value, label: TRANSACTION_TYPE_LABELS[value] }));
const INITIAL: AdjustmentFields = { amount: null, type: 'admin_adjustment', description: '' };

const credits = (count: number) => `${formatNumber(count).replace('-', '−')} credits`;

/** A repeated request reuses its idempotency key, so it is not booked twice. A changed request gets a new key. */
function idempotencyKeys() {
  let sent = '';
  let key = '';
  return (request: AdjustCreditsBody): string => {
    const text = JSON.stringify(request);
    if (text !== sent) key = nanoid();
    sent = text;
    return key;
  };
}

/** Amount, type and description of the adjustment, and the resulting balance. */
function AdjustForm({ user, onApplied, onClose }: AdjustFormProps) {
  const [form] = Form.useForm<AdjustmentFields>();
  const { amount: typed, description } = Form.useWatch([], form) ?? INITIAL;
  const [keyOf] = useState(idempotencyKeys);
  const [adjust, { isLoading, error }] = useAdjustCreditsMutation();
  const amount = bookableAmount(typed);
  const newBalance = user.credits_balance + (amount ?? 0);
  const mainButton = useMainButton({ text: APPLY, isDisabled: amount === null, isBusy: isLoading });
  useClosingConfirmation((typed ?? null) !== null || Boolean(description));

  const apply = async (fields: AdjustmentFields) => {
    if (amount === null || isLoading) return;
    const body = adjustmentBody(user.telegram_id, amount, fields);
    const answer = await adjust({ body, idempotencyKey: keyOf(body) });
    if (answer.data) onApplied(answer.data.message);
  };

  return (
    <Form
      ref={(ref: (FormInstance & { nativeElement?: HTMLElement }) | null) => {
        mainButton.current = (ref?.nativeElement as HTMLFormElement | undefined) ?? null;
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
          { key: 'current', label: 'Current balance', children: credits(user.credits_balance) },
          {
            key: 'new',
            label: 'New balance',
            children: (
              <Typography.Text aria-live="polite" type={newBalance < 0 ? 'danger' : undefined}>
                {amount === null ? '–' : credits(newBalance)}
              </Typography.Text>
            ),
          },
        ]}
      />
      <Flex vertical gap="middle" style={{ marginTop: 16 }}>
        {isFailed({ error }) && <ErrorAlert message={serverOrThrownMessage(error)} />}
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
      title={user && `Adjust Credits: ${personLabel(user)}`}
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
