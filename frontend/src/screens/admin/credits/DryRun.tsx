import type { CreditBatchPreview } from '@flyerdeck/contracts/types';
import { Alert, Table, type TableColumnType } from 'antd';
import { counted } from '../../../lib/counted.ts';
import { formatDateTime } from '../../../lib/formatDate.ts';
import { formatNumber } from '../../../lib/formatNumber.ts';

type Refused = CreditBatchPreview['refused'][number];
const COLUMNS: TableColumnType<Refused>[] = [
  { key: 'line', title: 'Line', width: 80, dataIndex: 'line' },
  { key: 'reason', title: 'Why it is refused', dataIndex: 'reason' },
];

/** What booking the rows would do. */
export function DryRun({ preview }: { readonly preview: CreditBatchPreview }) {
  const { rows_count, credits, refused, refused_count, booked_before } = preview;
  if (booked_before) {
    const { at, admin_name } = booked_before;
    return (
      <Alert
        type="info"
        showIcon
        title={`These rows were booked on ${formatDateTime(at)} by ${admin_name}. Booking them again changes nothing.`}
      />
    );
  }
  const sum = `${counted(rows_count, 'row')}, ${credits > 0 ? '+' : ''}${formatNumber(credits)} credits in total.`;
  if (refused_count === 0) return <Alert type="success" showIcon title={`${sum} No row is refused.`} />;
  return (
    <>
      <Alert
        type="error"
        showIcon
        title={`${sum} ${counted(refused_count, 'row')} would be refused, so nothing can be booked.`}
      />
      <Table
        aria-label="Refused rows"
        size="small"
        rowKey="line"
        columns={COLUMNS}
        dataSource={refused}
        pagination={{ pageSize: 8, hideOnSinglePage: true, showSizeChanger: false }}
        footer={refused_count > refused.length ? () => `The first ${refused.length} are listed.` : undefined}
      />
    </>
  );
}
