import { FLYER_IMAGE_TYPES } from '@flyerdeck/contracts/tasks.values';
import { Button, Flex, Popconfirm, Progress, Table, Typography, Upload } from 'antd';
import { useEffect, useState } from 'react';
import { useAppDispatch } from '../../../app/hooks.ts';
import { OpenedDialog } from '../../../app/OpenedDialog.tsx';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { counted } from '../../../lib/numbers.ts';
import { ErrorAlert, SuccessNote } from '../../../ui/notices.tsx';
import { failureText } from '../assistantRules.ts';
import { type CheckedSheet, checkSheet, uploadAndQueue } from './queueSheet.ts';
import { isCsv, readSheet, TEMPLATE } from './readSheet.ts';

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

/** Closing it cancels. */
function SheetForm() {
  const dispatch = useAppDispatch();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [sheet, setSheet] = useState<CheckedSheet | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  /** A number: so many rows are uploaded. */
  const [work, setWork] = useState<'checking' | number | null>(null);
  const [closing] = useState(() => new AbortController());
  useEffect(() => () => closing.abort(), [closing]);

  const attempt = async (run: () => Promise<CheckedSheet | null>) => {
    setFailure(null);
    setWork('checking');
    try {
      setSheet(await run());
    } catch (error) {
      setFailure(error instanceof Error ? error.message : failureText('Failed.', error));
    }
    setWork(null);
  };
  const add = (chosen: readonly File[]) =>
    attempt(async () => {
      const all = [...files.filter((file) => !isCsv(file) || !chosen.some(isCsv)), ...chosen];
      setFiles(all);
      setSheet(null);
      const read = await readSheet(all);
      return read && checkSheet(dispatch, read);
    });
  const queue = () => attempt(async () => sheet && uploadAndQueue(dispatch, sheet, closing.signal, setWork));

  if (sheet?.message) return <SuccessNote>{sheet.message}</SuccessNote>;
  const total = sheet?.rows.length ?? 0;
  const problems = sheet?.problems ?? [];
  const isReady = sheet && problems.length === 0 && work === null;
  const usedAt = sheet?.used_at && formatDateTime(sheet.used_at);
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
        disabled={work !== null}
        // They are sent after Queue.
        beforeUpload={(file, chosen) => {
          if (file === chosen.at(-1)) void add(chosen);
          return false;
        }}
      >
        {files.length > 0 ? `${filesText(files)}. Add more` : 'Choose or drop the CSV file and its images'}
      </Upload.Dragger>
      {failure && <ErrorAlert message={failure} />}
      {problems.length > 0 && work === null && (
        <Table
          aria-label="Refused rows"
          size="small"
          rowKey={({ line, reason }) => `${line} ${reason}`}
          dataSource={problems}
          columns={COLUMNS}
          pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
        />
      )}
      {typeof work === 'number' && <Progress aria-label="Uploaded flyers" percent={Math.floor((100 * work) / total)} />}
      <Flex align="center" justify="end" gap="small">
        <span role="status" className="u-muted u-fine u-fill">
          {work !== null && (work === 'checking' ? 'Checking...' : 'Closing this window cancels.')}
          {isReady && `${counted(total, 'row')}, ${counted(sheet.assistants, 'assistant')}`}
          {work === null && problems.length > 0 && 'No flyer is queued. Correct the file and add it again.'}
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
