import { Badge, Button, Card, Flex, Table, Typography } from 'antd';
import { useRef, useState } from 'react';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import type { ChartData, ChartKind } from './chartData.ts';
import { useDrawnChart } from './useDrawnChart.ts';

interface ChartFigureProps {
  readonly title: string;
  readonly kind: ChartKind;
  /** Keep it the same (useMemo) while nothing changed, or the chart is drawn anew. */
  readonly data: ChartData;
  readonly heightPx: number;
}

/** The chart's legend; the table is as high as both, so that nothing below moves. */
const LEGEND_PX = 24;

/** A chart by day, and the same as a table: screen readers always have the table, and everybody may look at it. */
export function ChartFigure({ title, kind, data, heightPx }: ChartFigureProps) {
  const drawing = useRef<HTMLDivElement>(null);
  const { isFailed, place } = useDrawnChart(drawing, kind, data, heightPx);
  const [wantsTable, setWantsTable] = useState(false);
  const showsTable = wantsTable || isFailed;
  const { labels, series, formatValue } = data;

  const table = (
    <Table
      aria-label={title}
      style={{ minWidth: 'max-content' }}
      size="small"
      pagination={false}
      rowKey="day"
      dataSource={labels.map((day, index) => ({ day, index }))}
      columns={[
        { key: 'day', dataIndex: 'day', title: 'Day', rowScope: 'row' },
        ...series.map(({ label, values }) => ({
          key: label,
          title: label,
          align: 'end' as const,
          render: (_: unknown, { index }: { readonly index: number }) => formatValue(values[index] ?? 0),
        })),
      ]}
    />
  );

  return (
    <Card
      size="small"
      role="figure"
      aria-label={title}
      title={<span style={{ whiteSpace: 'normal' }}>{title}</span>}
      style={{ position: 'relative', minWidth: 0 }}
      extra={
        <Button type="text" size="small" aria-pressed={showsTable} onClick={() => setWantsTable(!showsTable)}>
          Show as table
        </Button>
      }
    >
      <div aria-hidden="true" hidden={showsTable}>
        <Flex wrap gap="small" style={{ minHeight: LEGEND_PX }}>
          {series.map(({ label, color, values }) => (
            <Flex key={label} align="center" gap={6}>
              <Badge color={`var(${color})`} />
              <Typography.Text type="secondary">{label}</Typography.Text>
              {place !== null && <Typography.Text strong>{formatValue(values[place] ?? 0)}</Typography.Text>}
            </Flex>
          ))}
          {place !== null && <Typography.Text type="secondary">{labels[place]}</Typography.Text>}
        </Flex>
        <div ref={drawing} style={{ height: heightPx, overflow: 'hidden' }} />
      </div>
      {showsTable ? (
        <section
          aria-label={`${title}: table`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
          tabIndex={0}
          style={{ maxHeight: heightPx + LEGEND_PX, overflow: 'auto' }}
        >
          {table}
        </section>
      ) : (
        <VisuallyHidden>{table}</VisuallyHidden>
      )}
    </Card>
  );
}
