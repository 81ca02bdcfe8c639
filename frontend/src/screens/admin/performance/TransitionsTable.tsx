import type { PerformanceAnalytics } from '@flyerdeck/contracts/types';
import { statusLabel } from '@flyerdeck/contracts/values/statusLabel';
import { TASK_STATUS_LABELS } from '@flyerdeck/contracts/values/tasks';
import { Card, Table } from 'antd';
import { formatDuration } from '../../../lib/formatDuration.ts';
import { formatNumber } from '../../../lib/formatNumber.ts';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import type { AdminColumn } from '../table/columns.tsx';
import { speedOf } from './speed.ts';

export type Transition = PerformanceAnalytics['status_transitions'][string] & {
  /** The server's format: 'pending -> posting'. */
  readonly key: string;
};

/** 'Pending → Posting' */
export const nameOf = ({ key }: Transition): string =>
  key
    .split(' -> ')
    .map((status) => statusLabel(TASK_STATUS_LABELS, status))
    .join(' → ');

const time = (title: string, key: 'avg_ms' | 'min_ms' | 'max_ms'): AdminColumn<Transition> => ({
  key,
  title,
  width: 80,
  align: 'end',
  render: (_, transition) => formatDuration(transition[key]),
});

const COLUMNS: readonly AdminColumn<Transition>[] = [
  { key: 'name', title: 'Transition', width: 176, rowScope: 'row', render: (_, transition) => nameOf(transition) },
  { key: 'count', title: 'Count', width: 72, align: 'end', render: (_, { count }) => formatNumber(count) },
  time('Average', 'avg_ms'),
  time('Min', 'min_ms'),
  time('Max', 'max_ms'),
  {
    key: 'label',
    title: 'Performance',
    width: 112,
    align: 'end',
    render: (_, { avg_ms }) => <StatusChip tone={speedOf(avg_ms).tone}>{speedOf(avg_ms).word}</StatusChip>,
  },
];

/** The table of spec section 2, 'Admin performance'. */
export function TransitionsTable({ transitions }: { readonly transitions: readonly Transition[] }) {
  return (
    <Card
      role="region"
      aria-label="Transitions table"
      tabIndex={0}
      style={{ overflow: 'auto' }}
      styles={{ body: { padding: 0 } }}
    >
      <Table
        aria-label="Status Transition Performance"
        size="small"
        pagination={false}
        tableLayout="fixed"
        style={{ minWidth: COLUMNS.reduce((sum, { width }) => sum + width, 0) }}
        columns={[...COLUMNS]}
        dataSource={transitions}
      />
    </Card>
  );
}
