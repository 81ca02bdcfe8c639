import { FLYER_IMAGE_TYPES } from '@flyerdeck/contracts/tasks.values';
import { Button, Flex, Popconfirm, Progress, Table, Typography, Upload } from 'antd';
import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { counted } from '../../../lib/numbers.ts';
import { useClosingConfirmation } from '../../../telegram/closingConfirmation.ts';
import { ErrorAlert, SuccessNote } from '../../../ui/notices.tsx';
import { isCsv, templateCsv } from './readSheet.ts';
import { useSheet } from './useSheet.ts';

const ACCEPTED = ['.csv', '.zip', ...FLYER_IMAGE_TYPES].join(',');

export default function SheetDialog({ onClosed }: { onClosed(): void }) {
  return (
    <OpenedDialog name="sheet.open" title="Flyers by sheet" width={720} onClosed={onClosed}>
      {(close) => <SheetForm onClose={close} />}
    </OpenedDialog>
  );
}

function SheetForm({ onClose }: { onClose(): void }) {
  const { files, sheet, check, problems, failure, isReading, uploaded, message, add, queue, cancel } = useSheet();
  useClosingConfirmation(uploaded !== null);
  const isQueueing = uploaded !== null;
  const images = files.filter((file) => !isCsv(file)).length;
  const total = sheet?.rows.length ?? 0;
  if (message) {
    return (
      <Flex vertical gap="middle">
        <SuccessNote>{message}</SuccessNote>
        <Flex justify="end">
          <Button type="primary" autoFocus onClick={onClose}>
            Close
          </Button>
        </Flex>
      </Flex>
    );
  }
  return (
    <Flex vertical gap="middle">
      <Typography.Text>
        A CSV file with the columns text, image, targets and start, and its images or a ZIP file of them. Targets are
        names of pages, or tags, separated by semicolons. Without a start a flyer is posted at once.{' '}
        <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(templateCsv())}`} download="flyers.csv">
          Download a template
        </a>
      </Typography.Text>
      <Upload.Dragger
        multiple
        accept={ACCEPTED}
        showUploadList={false}
        disabled={isReading || isQueueing}
        beforeUpload={(file, chosen) => {
          if (file === chosen.at(-1)) void add(chosen);
          // Sent only after Queue.
          return false;
        }}
      >
        {sheet || images > 0
          ? `${sheet ? `${sheet.name}: ${counted(total, 'row')}` : 'No CSV file yet'}, ${counted(images, 'other file')}. Choose or drop more`
          : 'Choose or drop the CSV file and its images'}
      </Upload.Dragger>
      <div role="status">{isReading && 'Checking...'}</div>
      {failure && <ErrorAlert message={failure} />}
      {!isReading && problems.length > 0 && (
        <Table
          size="small"
          title={() => 'Nothing is queued while a row is refused.'}
          rowKey={({ line, reason }) => `${line} ${reason}`}
          dataSource={problems}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          columns={[
            { title: 'Row', dataIndex: 'line', render: (line: number | null) => line ?? 'All' },
            { title: 'Why it is refused', dataIndex: 'reason' },
          ]}
        />
      )}
      {check && problems.length === 0 && (
        <Table
          size="small"
          rowKey={({ rows }) => String(rows[0])}
          dataSource={check.groups}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          columns={[
            { title: 'Targets', render: (_, { rows }) => sheet?.rows[rows[0] ?? 0]?.targets },
            { title: 'Flyers', render: (_, { rows }) => rows.length },
            { title: 'Pages', dataIndex: 'pages' },
            { title: 'Start', render: (_, { starts_at }) => (starts_at ? formatDateTime(starts_at) : 'At once') },
          ]}
        />
      )}
      {isQueueing && (
        <Progress aria-label="Uploaded flyers" percent={Math.floor((uploaded / total) * 100)} status="active" />
      )}
      <Flex justify="end" gap="small">
        {isQueueing && <Button onClick={cancel}>Cancel</Button>}
        <Popconfirm
          disabled={!check?.used_at}
          title={`This file was queued on ${check?.used_at && formatDateTime(check.used_at)}. Queue it again?`}
          okText="Queue again"
          onConfirm={queue}
        >
          <Button
            type="primary"
            disabled={!check || problems.length > 0 || isQueueing}
            onClick={check?.used_at ? undefined : queue}
          >
            {total > 0 ? `Queue ${counted(total, 'flyer')}` : 'Queue'}
          </Button>
        </Popconfirm>
      </Flex>
    </Flex>
  );
}
