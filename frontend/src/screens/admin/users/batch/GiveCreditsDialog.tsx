import type { UserSelection } from '@flyerdeck/contracts/types';
import {
  ADJUSTMENT_TYPES,
  MAX_ADJUSTMENT_CREDITS,
  MAX_ADJUSTMENT_DESCRIPTION_LENGTH,
  TRANSACTION_TYPE_LABELS,
} from '@flyerdeck/contracts/values/credits';
import { Flex, Form, Input, InputNumber, Select } from 'antd';
import { failureSentence } from '../../../../data/apiError.ts';
import {
  useBookCreditBatchMutation,
  usePreviewCreditBatchMutation,
} from '../../../../data/credits/creditBatchesApi.ts';
import { useUiState } from '../../../../data/uiState/useUiState.ts';
import { counted } from '../../../../lib/counted.ts';
import { ErrorAlert } from '../../../../ui/ErrorAlert.tsx';
import { DryRun } from '../../credits/DryRun.tsx';
import { MountedDialog } from '../../layout/MountedDialog.tsx';

const TYPES = ADJUSTMENT_TYPES.map((value) => ({ value, label: TRANSACTION_TYPE_LABELS[value] }));
const INITIAL = { amount: null as number | null, transaction_type: ADJUSTMENT_TYPES[0], description: '' };

interface GiveCreditsDialogProps {
  readonly users: UserSelection;
  onDone(message: string): void;
  onClose(): void;
}

/** One amount for each of many users, with a reason. The server checks first, and books all or none. */
export default function GiveCreditsDialog({ users, onDone, onClose }: GiveCreditsDialogProps) {
  const [fields, setFields] = useUiState('giveCredits.fields', INITIAL);
  const { amount, transaction_type, description } = fields;
  const [check, checking] = usePreviewCreditBatchMutation();
  const [book, booking] = useBookCreditBatchMutation();
  const preview = checking.isLoading ? undefined : checking.data;
  const canBook = preview && preview.refused_count === 0 && preview.booked_before === null;
  const failure =
    failureSentence(checking.error, 'Failed to check the users') ??
    failureSentence(booking.error, 'Failed to book the credits');

  const reset = () => {
    checking.reset();
    booking.reset();
  };
  const apply = async () => {
    if (!amount) return;
    const batch = { users, amount, transaction_type, description: description.trim() };
    if (!canBook) return void (await check({ body: batch }));
    const { data } = await book({ body: { ...batch, fingerprint: preview.fingerprint } });
    if (data) onDone(data.message);
    // Other users may match now.
    else checking.reset();
  };
  return (
    <MountedDialog
      title="Give credits"
      width={560}
      okText={canBook ? `Book for ${counted(preview.rows_count, 'User')}` : 'Check'}
      okButtonProps={{ disabled: !amount || !description.trim(), loading: checking.isLoading || booking.isLoading }}
      onOk={apply}
      onClose={onClose}
    >
      <Flex vertical gap="middle">
        <Form
          layout="vertical"
          fields={Object.entries(fields).map(([name, value]) => ({ name: [name], value }))}
          disabled={booking.isLoading}
          onValuesChange={(_, all: typeof INITIAL) => {
            setFields(all);
            reset();
          }}
        >
          <Form.Item name="amount" label="Credits for each user" extra="A negative number takes credits">
            <InputNumber
              precision={0}
              min={-MAX_ADJUSTMENT_CREDITS}
              max={MAX_ADJUSTMENT_CREDITS}
              style={{ width: '100%' }}
            />
          </Form.Item>
          <Form.Item name="transaction_type" label="Transaction type">
            <Select options={TYPES} />
          </Form.Item>
          <Form.Item name="description" label="Reason" extra="Users see it in their transactions">
            <Input maxLength={MAX_ADJUSTMENT_DESCRIPTION_LENGTH} autoComplete="off" />
          </Form.Item>
        </Form>
        {failure && <ErrorAlert message={failure} />}
        {preview && <DryRun preview={preview} />}
      </Flex>
    </MountedDialog>
  );
}
