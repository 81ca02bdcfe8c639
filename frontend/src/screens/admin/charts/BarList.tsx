import { Progress, Table } from 'antd';
import { formatNumber } from '../../../lib/numbers.ts';
import type { Tone } from '../../../ui/StatusChip.tsx';
import { TitledCard } from '../layout/Section.tsx';

interface Bar {
  readonly key: string;
  readonly label: string;
  readonly value: number;
  readonly tone: Tone;
}

interface BarListProps {
  readonly title: string;
  readonly labelTitle: string;
  readonly valueTitle?: string;
  readonly bars: readonly Bar[];
  readonly formatValue?: (value: number) => string;
}

export function BarList({ title, labelTitle, valueTitle = 'Count', bars, formatValue = formatNumber }: BarListProps) {
  const highest = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <TitledCard title={title} level={3} isFlush>
      <Table<Bar>
        aria-label={title}
        size="small"
        pagination={false}
        dataSource={bars}
        locale={{ emptyText: 'None yet' }}
        columns={[
          { key: 'label', dataIndex: 'label', title: labelTitle },
          {
            key: 'bar',
            title: '',
            width: '50%',
            onHeaderCell: () => ({ 'aria-hidden': true }),
            onCell: () => ({ 'aria-hidden': true }),
            render: (_, { value, tone }) => (
              <Progress
                percent={(100 * value) / highest}
                showInfo={false}
                strokeColor={`var(--fd-${tone === 'neutral' ? 'text-muted' : tone})`}
              />
            ),
          },
          { key: 'value', title: valueTitle, align: 'end', render: (_, { value }) => formatValue(value) },
        ]}
      />
    </TitledCard>
  );
}
