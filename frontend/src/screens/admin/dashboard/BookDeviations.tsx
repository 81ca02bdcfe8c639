import type { AdminStats } from '@flyerdeck/contracts/types';
import { Alert, Table, Typography } from 'antd';
import { formatNumber } from '../../../lib/numbers.ts';

const COLUMNS = [
  { title: 'Rule', dataIndex: 'rule' },
  { title: 'Row', dataIndex: 'ids' },
  { title: 'Expected', dataIndex: 'expected' },
  { title: 'Found', dataIndex: 'found' },
];

/** `flyerdeck books` lists them all. */
export default function BookDeviations({ books }: { readonly books: NonNullable<AdminStats['books']> }) {
  const { deviations, deviations_count } = books;
  return (
    <section aria-label="What the books do not explain" style={{ marginTop: 12 }}>
      <Alert
        type="error"
        showIcon
        title="The books do not explain these rows. Make a backup before you correct them."
      />
      <Table
        size="small"
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={COLUMNS}
        dataSource={deviations}
        rowKey={({ rule, ids }) => `${rule} ${ids}`}
      />
      {deviations_count > deviations.length && (
        <Typography.Text type="secondary">
          {formatNumber(deviations.length)} of {formatNumber(deviations_count)} rows
        </Typography.Text>
      )}
    </section>
  );
}
