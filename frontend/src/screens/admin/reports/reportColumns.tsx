import type { ProblemReport } from '@flyerdeck/contracts/types';
import { Flex, Tag } from 'antd';
import { sizeText } from '../../../lib/sizeText.ts';
import { PersonCell } from '../people/PersonCell.tsx';
import { type AdminColumn, timeColumn } from '../table/columns.tsx';
import { DownloadReport } from './DownloadReport.tsx';

export const REPORT_COLUMNS: readonly AdminColumn<ProblemReport>[] = [
  timeColumn({ key: 'created_at', title: 'Sent', width: 160 }, ({ created_at }) => created_at),
  {
    key: 'user',
    title: 'User',
    width: 190,
    render: (_, { telegram_id, user_name }) => <PersonCell telegramId={telegram_id} name={user_name} />,
  },
  { key: 'sentence', title: 'Problem', width: 300, ellipsis: true, dataIndex: 'sentence' },
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
