import type { ProblemReport } from '@flyerdeck/contracts/types';
import { PROBLEM_REPORT_STATUS_LABELS } from '@flyerdeck/contracts/values/problemReports';
import { Flex, Tag } from 'antd';
import { Link } from 'react-router-dom';
import { sizeText } from '../../../lib/sizeText.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { PersonCell } from '../people/PersonCell.tsx';
import { type AdminColumn, timeColumn } from '../table/adminColumn.tsx';
import { DownloadReport } from './DownloadReport.tsx';
import { sameErrorAddress } from './reportsView.ts';

const TONES = { open: 'warning', in_work: 'accent', done: 'success' } as const;

export function StatusCell({ status, owner }: ProblemReport) {
  return (
    <Flex vertical align="start">
      <StatusChip tone={TONES[status]}>{PROBLEM_REPORT_STATUS_LABELS[status]}</StatusChip>
      {owner && <span className="u-muted u-small">{owner.name || owner.telegram_id}</span>}
    </Flex>
  );
}

/** The last error in the log, with a link to the reports that have the same. */
export function LastError({ last_error, like_count }: ProblemReport) {
  if (last_error === null) return <span className="u-muted">None</span>;
  return (
    <Flex vertical>
      <span className="u-break">{last_error}</span>
      {like_count > 0 && <Link to={sameErrorAddress(last_error)}>{like_count} like this</Link>}
    </Flex>
  );
}

export const REPORT_COLUMNS: readonly AdminColumn<ProblemReport>[] = [
  timeColumn({ key: 'created_at', title: 'Sent', width: 160 }, ({ created_at }) => created_at),
  {
    key: 'user',
    title: 'User',
    width: 190,
    render: (_, { telegram_id, user_name }) => <PersonCell telegramId={telegram_id} name={user_name} />,
  },
  { key: 'status', title: 'Status', width: 130, render: (_, report) => <StatusCell {...report} /> },
  { key: 'sentence', title: 'Problem', width: 300, ellipsis: true, dataIndex: 'sentence' },
  { key: 'last_error', title: 'Last Error', width: 260, render: (_, report) => <LastError {...report} /> },
  { key: 'build_id', title: 'Build', width: 150, ellipsis: true, dataIndex: 'build_id' },
  {
    key: 'log_bytes',
    title: 'Log',
    width: 180,
    render: (_, { log_bytes, is_cut }) => (
      <Flex align="center" gap="small">
        <span style={{ whiteSpace: 'nowrap' }}>{sizeText(log_bytes)}</span>
        {is_cut && <Tag>newest part</Tag>}
      </Flex>
    ),
  },
  {
    key: 'actions',
    title: 'Actions',
    width: 130,
    render: (_, report) => <DownloadReport report={report} />,
  },
];
