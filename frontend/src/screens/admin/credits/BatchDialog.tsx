import {
  ADJUSTMENT_TYPES,
  type AdjustmentType,
  MAX_CREDIT_BATCH_ROWS,
  TRANSACTION_TYPE_LABELS,
} from '@flyerdeck/contracts/values/credits';
import { Button, Flex, Select, Typography, Upload } from 'antd';
import { failureSentence } from '../../../data/apiError.ts';
import { useBookCreditBatchMutation, usePreviewCreditBatchMutation } from '../../../data/credits/creditBatchesApi.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { counted } from '../../../lib/counted.ts';
import { formatNumber } from '../../../lib/formatNumber.ts';
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx';
import { MountedDialog } from '../layout/MountedDialog.tsx';
import { DryRun } from './DryRun.tsx';

const TYPES = ADJUSTMENT_TYPES.map((value) => ({ value, label: TRANSACTION_TYPE_LABELS[value] }));

interface BatchDialogProps {
  onBooked(message: string): void;
  onClose(): void;
}

/** Adjusts the credits of many users by a CSV file. The server checks each row first, and books all or none. */
export default function BatchDialog({ onBooked, onClose }: BatchDialogProps) {
  const [type, setType] = useUiState<AdjustmentType>('creditBatch.type', 'admin_adjustment');
  const [file, setFile] = useUiState<{ readonly name: string; readonly csv: string } | null>('creditBatch.file', null);
  const [check, checking] = usePreviewCreditBatchMutation();
  const [book, booking] = useBookCreditBatchMutation();
  const bodyOf = (csv: string, transaction_type: AdjustmentType) => ({ body: { csv, transaction_type } });
  const preview = file && !checking.isLoading ? checking.data : undefined;
  const failure =
    failureSentence(checking.error, 'Failed to check the file') ??
    failureSentence(booking.error, 'Failed to book the file');

  const choose = async (chosen: File) => {
    const next = { name: chosen.name, csv: await chosen.text() };
    setFile(next);
    booking.reset();
    await check(bodyOf(next.csv, type));
  };
  const apply = async () => {
    if (!file) return;
    const { data } = await book(bodyOf(file.csv, type));
    if (data) onBooked(data.message);
  };
  return (
    <MountedDialog
      title="Credit by CSV"
      width={560}
      okText={preview && preview.refused_count === 0 ? `Book ${counted(preview.rows_count, 'Row')}` : 'Book'}
      okButtonProps={{
        disabled: !preview || preview.refused_count > 0 || preview.booked_before !== null,
        loading: booking.isLoading,
      }}
      onOk={apply}
      onClose={onClose}
    >
      <Flex vertical gap="middle">
        <Typography.Text type="secondary">
          A file with the columns <code>telegram_id</code>, <code>amount</code> and, if wanted, <code>description</code>
          , at most {formatNumber(MAX_CREDIT_BATCH_ROWS)} rows. Negative amounts take credits. All rows are booked, or
          none.
        </Typography.Text>
        <Flex wrap gap="small" align="center">
          <Select
            aria-label="Kind of adjustment"
            options={TYPES}
            value={type}
            onChange={(next: AdjustmentType) => {
              setType(next);
              if (file) void check(bodyOf(file.csv, next));
            }}
            style={{ minWidth: 180 }}
          />
          <Upload
            accept=".csv,text/csv"
            showUploadList={false}
            beforeUpload={(chosen) => {
              void choose(chosen);
              // The file is only read.
              return false;
            }}
          >
            <Button loading={checking.isLoading}>Choose File</Button>
          </Upload>
          {file && <Typography.Text>{file.name}</Typography.Text>}
        </Flex>
        {failure && <ErrorAlert message={failure} />}
        {preview && <DryRun preview={preview} />}
      </Flex>
    </MountedDialog>
  );
}
