import {
  ADJUSTMENT_TYPES,
  MAX_ADJUSTMENT_CREDITS,
  MAX_ADJUSTMENT_DESCRIPTION_LENGTH,
  TRANSACTION_TYPE_LABELS,
} from '@flyerdeck/contracts/values/credits';
import { Form, Input, InputNumber, Select } from 'antd';
import { creditsText } from './BookingForm.tsx';

const TYPES = ADJUSTMENT_TYPES.map((value) => ({ value, label: TRANSACTION_TYPE_LABELS[value] }));

/** The fields of an adjustment (spec section 2, 'Admin credits'). */
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
