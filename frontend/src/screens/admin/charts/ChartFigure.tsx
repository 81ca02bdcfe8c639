import { Badge, Button, Card, Flex, Table, type TableColumnType, Typography } from 'antd';
import { useRef, useState } from 'react';
import { formatNumber } from '../../../lib/numbers.ts';
import { type Chart, type ChartDay, dayLabel, VALUE_AXIS_PX } from './chartData.ts';
import { useDrawnChart } from './useDrawnChart.ts';

/** Height of the legend. The table is as high as chart and legend, so the layout below does not move. */
const LEGEND_PX = 24;

interface DayValuesProps<Day extends ChartDay> {
  readonly chart: Chart<Day>;
  /** The index of the day under the pointer. */
  readonly index: number;
}

/** The exact values of a day, in the half of the chart where the pointer is not. */
function DayValues<Day extends ChartDay>({ chart: { days, series }, index }: DayValuesProps<Day>) {
  const day = days[index];
  if (!day) return null;
  return (
    <Card
      size="small"
      styles={{ body: { padding: '6px 10px' } }}
      style={{
        position: 'absolute',
        top: 0,
        [index < days.length / 2 ? 'right' : 'left']: index < days.length / 2 ? 8 : VALUE_AXIS_PX + 4,
        pointerEvents: 'none',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      <Typography.Text strong>{dayLabel(day)}</Typography.Text>
      {series.map(({ label, color, valueOn }) => (
        <Flex key={label} justify="space-between" gap="middle">
          <Badge color={`var(${color})`} text={label} />
          <span>{formatNumber(valueOn(day))}</span>
        </Flex>
      ))}
    </Card>
  );
}

/** A chart and a table with the same values. The table is always available to screen readers; a button shows it. */
export function ChartFigure<Day extends ChartDay>({ title, ...chart }: Chart<Day> & { readonly title: string }) {
  const { days, series, heightPx } = chart;
  const drawing = useRef<HTMLDivElement>(null);
  const { isFailed, index } = useDrawnChart(drawing, chart);
  const [wantsTable, setWantsTable] = useState(false);
  const showsTable = wantsTable || isFailed;
  const isEmpty = days.every((day) => series.every(({ valueOn }) => valueOn(day) === 0));

  const table = (
    <Table<Day>
      aria-label={title}
      style={{ minWidth: 'max-content' }}
      size="small"
      pagination={false}
      rowKey="day"
      dataSource={days}
      columns={[
        { key: 'day', title: 'Day', rowScope: 'row', render: (_, day) => dayLabel(day) },
        ...series.map(
          ({ label, valueOn }): TableColumnType<Day> => ({
            key: label,
            title: label,
            align: 'end',
            render: (_, day) => formatNumber(valueOn(day)),
          }),
        ),
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
          {series.map(({ label, color }) => (
            <Flex key={label} align="center" gap={6}>
              <Badge color={`var(${color})`} />
              <Typography.Text type="secondary">{label}</Typography.Text>
            </Flex>
          ))}
        </Flex>
        <div style={{ position: 'relative' }}>
          <div ref={drawing} style={{ height: heightPx, overflow: 'hidden' }} />
          {index !== null && <DayValues chart={chart} index={index} />}
          {isEmpty && (
            <Flex align="center" justify="center" style={{ position: 'absolute', inset: 0, pointerEvents: 'none' }}>
              <Typography.Text type="secondary">Nothing in this range</Typography.Text>
            </Flex>
          )}
        </div>
      </div>
      {showsTable ? (
        <section
          aria-label={`${title}: table`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling content must be reachable by keyboard.
          tabIndex={0}
          style={{ maxHeight: heightPx + LEGEND_PX, overflow: 'auto' }}
        >
          {table}
        </section>
      ) : (
        <div className="u-hidden">{table}</div>
      )}
    </Card>
  );
}
