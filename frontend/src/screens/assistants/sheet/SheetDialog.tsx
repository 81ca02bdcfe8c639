import { FLYER_IMAGE_TYPES } from '@flyerdeck/contracts/tasks.values';
import { Button, Flex, Popconfirm, Progress, Table, Typography, Upload } from 'antd';
import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { counted } from '../../../lib/numbers.ts';
import { ErrorAlert, SuccessNote } from '../../../ui/notices.tsx';
import { isCsv, TEMPLATE } from './readSheet.ts';
import { useSheet } from './useSheet.ts';

const ACCEPTED = ['.csv', '.zip', ...FLYER_IMAGE_TYPES].join(',');
const COLUMNS = [
  { title: 'Row', dataIndex: 'line', width: 64, render: (line: number) => line || 'All' },
  { title: 'Why it is refused', dataIndex: 'reason', className: 'u-break' },
];

function filesText(files: readonly File[]): string {
  const csv = files.find(isCsv);
  return csv ? `${csv.name} and ${counted(files.length - 1, 'other file')}` : counted(files.length, 'file');
}

export default function SheetDialog({ onClosed }: { onClosed(): void }) {
  return (
    <OpenedDialog name="sheet.open" title="Flyers by sheet" width={640} onClosed={onClosed}>
      {() => <SheetForm />}
    </OpenedDialog>
  );
}

function SheetForm() {
  const { files, sheet, check, problems, failure, isBusy, uploaded, message, add, queue } = useSheet();
  const total = sheet?.rows.length ?? 0;
  const isReady = check && problems.length === 0 && !isBusy;
  const usedAt = check?.used_at && formatDateTime(check.used_at);
  if (message) return <SuccessNote>{message}</SuccessNote>;
  return (
    <Flex vertical gap="middle">
      <Typography.Text>
        A CSV file in UTF-8 with the columns text, image, targets and start, and its images or a ZIP of them. Targets
        are pages and tags, separated by semicolons. A flyer without a start is posted at once.{' '}
        <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(TEMPLATE)}`} download="flyers.csv">
          Download a template
        </a>
      </Typography.Text>
      <Upload.Dragger
        className="u-break"
        multiple
        accept={ACCEPTED}
        fileList={[]}
        disabled={isBusy}
        // They are sent after Queue.
        beforeUpload={(file, chosen) => {
          if (file === chosen.at(-1)) void add(chosen);
          return false;
        }}
      >
        {files.length > 0 ? `${filesText(files)}. Add more` : 'Choose or drop the CSV file and its images'}
      </Upload.Dragger>
      {failure && <ErrorAlert message={failure} />}
      {problems.length > 0 && !isBusy && (
        <Table
          aria-label="Refused rows"
          size="small"
          rowKey={({ line, reason }) => `${line} ${reason}`}
          dataSource={problems}
          columns={COLUMNS}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        />
      )}
      {uploaded !== null && <Progress aria-label="Uploaded flyers" percent={Math.floor((100 * uploaded) / total)} />}
      <Flex align="center" justify="end" gap="small">
        <span role="status" className="u-muted u-fine u-fill">
          {isBusy && (uploaded === null ? 'Checking...' : 'Closing this window cancels.')}
          {isReady && `${counted(total, 'row')}, ${counted(check.groups.length, 'assistant')}`}
          {!isBusy && problems.length > 0 && 'No flyer is queued. Correct the file and add it again.'}
        </span>
        <Popconfirm
          disabled={!usedAt}
          title={`This file was queued on ${usedAt}. Queue it again?`}
          okText="Queue again"
          onConfirm={queue}
        >
          <Button type="primary" disabled={!isReady} onClick={usedAt ? undefined : queue}>
            {total > 0 ? `Queue ${counted(total, 'flyer')}` : 'Queue'}
          </Button>
        </Popconfirm>
      </Flex>
    </Flex>
  );
}
