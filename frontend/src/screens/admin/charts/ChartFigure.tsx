import type { TrendDay } from '@flyerdeck/contracts/types';
import { Badge, Button, Card, Flex, Table, type TableColumnType, Typography } from 'antd';
import { useState } from 'react';
import { formatTime } from '../../../lib/formatDate.ts';
import { formatCompact, formatNumber } from '../../../lib/numbers.ts';

type ChartDay = Pick<TrendDay, 'day'>;

export interface ChartSeries<Day extends ChartDay = TrendDay> {
  readonly label: string;
  readonly color: `--fd-${string}`;
  valueOn(day: Day): number;
}

interface Chart<Day extends ChartDay> {
  readonly kind: 'bars' | 'lines';
  readonly days: readonly Day[];
  readonly series: readonly ChartSeries<Day>[];
  readonly heightPx: number;
}

/** Height of the legend. The table is as high as chart and legend, so the layout below does not move. */
const LEGEND_PX = 24;
const VALUE_AXIS_PX = 52;
const DAY_AXIS_PX = 24;
const MAX_INTERVALS = 5;
const MAX_DAY_LABELS = 5;

function valueTicks(values: readonly number[]): number[] {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  if (lowest === highest) return [0, 1];
  const roughStep = (highest - lowest) / MAX_INTERVALS;
  const power = 10 ** Math.floor(Math.log10(roughStep));
  const step = Math.max(1, power * ([1, 2, 5].find((one) => one * power >= roughStep) ?? 10));
  const first = Math.floor(lowest / step);
  const last = Math.ceil(highest / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Days are UTC dates and are not converted to the user's time zone; hours are. */
const DAYS = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const dayLabel = ({ day }: ChartDay) => (day.length > 10 ? formatTime(day) : DAYS.format(new Date(day)));

const axisText = { position: 'absolute', fontSize: 12, color: 'var(--fd-text-muted)', whiteSpace: 'nowrap' } as const;

function Drawing<Day extends ChartDay>({ kind, days, series, heightPx }: Chart<Day>) {
  const [pointed, setPointed] = useState<number | null>(null);
  const sumOf = (day: Day) => series.reduce((sum, { valueOn }) => sum + valueOn(day), 0);
  const ticks = valueTicks(
    kind === 'bars' ? days.map(sumOf) : series.flatMap(({ valueOn }) => days.map((day) => valueOn(day))),
  );
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const topOf = (value: number) => (100 * (high - value)) / (high - low);
  const labelStep = Math.ceil(days.length / MAX_DAY_LABELS);
  const pointedDay = pointed === null ? undefined : days[pointed];
  const isEmpty = days.every((day) => series.every(({ valueOn }) => valueOn(day) === 0));

  const stackOf = (day: Day, index: number) => {
    let below = 0;
    return series.map(({ label, color, valueOn }) => {
      below += valueOn(day);
      const height = topOf(below - valueOn(day)) - topOf(below);
      return <rect key={label} x={index + 0.14} width={0.72} y={topOf(below)} {...{ height }} fill={`var(${color})`} />;
    });
  };

  return (
    <div style={{ height: heightPx, padding: `12px 24px ${DAY_AXIS_PX}px ${VALUE_AXIS_PX}px` }}>
      <div style={{ position: 'relative', height: '100%', fontVariantNumeric: 'tabular-nums' }}>
        <svg
          viewBox={`0 0 ${days.length} 100`}
          preserveAspectRatio="none"
          width="100%"
          height="100%"
          aria-hidden="true"
          onPointerLeave={() => setPointed(null)}
        >
          <g stroke="var(--fd-border)">
            {ticks.map((tick) => (
              <path key={tick} d={`M0 ${topOf(tick)}H${days.length}`} vectorEffect="non-scaling-stroke" />
            ))}
          </g>
          {kind === 'bars'
            ? days.map(stackOf)
            : series.map(({ label, color, valueOn }) => (
                <polyline
                  key={label}
                  points={days.map((day, index) => `${index + 0.5},${topOf(valueOn(day))}`).join(' ')}
                  fill="none"
                  stroke={`var(${color})`}
                  strokeWidth={2}
                  vectorEffect="non-scaling-stroke"
                />
              ))}
          {days.map(({ day }, index) => (
            <rect
              key={day}
              x={index}
              width={1}
              height={100}
              fill={index === pointed ? 'var(--fd-accent-soft)' : 'transparent'}
              fillOpacity={0.4}
              onPointerEnter={() => setPointed(index)}
            />
          ))}
        </svg>
        {ticks.map((tick) => (
          <span key={tick} style={{ ...axisText, right: 'calc(100% + 8px)', top: `calc(${topOf(tick)}% - 10px)` }}>
            {formatCompact(tick)}
          </span>
        ))}
        {days.map((day, index) => {
          const left = `${(100 * (index + 0.5)) / days.length}%`;
          return (days.length - 1 - index) % labelStep === 0 ? (
            <span key={day.day} style={{ ...axisText, left, top: '100%', transform: 'translateX(-50%)' }}>
              {dayLabel(day)}
            </span>
          ) : null;
        })}
        {pointedDay && pointed !== null && (
          <Card
            size="small"
            style={{
              position: 'absolute',
              top: 0,
              [pointed < days.length / 2 ? 'right' : 'left']: 4,
              pointerEvents: 'none',
            }}
          >
            <Typography.Text strong>{dayLabel(pointedDay)}</Typography.Text>
            {series.map(({ label, color, valueOn }) => (
              <Flex key={label} justify="space-between" gap="middle">
                <Badge color={`var(${color})`} text={label} />
                {formatNumber(valueOn(pointedDay))}
              </Flex>
            ))}
          </Card>
        )}
        {isEmpty && (
          <Flex align="center" justify="center" style={{ position: 'absolute', inset: 0, pointerEvents: 'none' }}>
            <Typography.Text type="secondary">Nothing in this range</Typography.Text>
          </Flex>
        )}
      </div>
    </div>
  );
}

export function ChartFigure<Day extends ChartDay>({ title, ...chart }: Chart<Day> & { readonly title: string }) {
  const { days, series, heightPx } = chart;
  const [showsTable, setShowsTable] = useState(false);
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
      style={{ minWidth: 0 }}
      extra={
        <Button type="text" size="small" aria-pressed={showsTable} onClick={() => setShowsTable(!showsTable)}>
          Show as table
        </Button>
      }
    >
      <div aria-hidden="true" hidden={showsTable}>
        <Flex wrap gap="small" style={{ minHeight: LEGEND_PX }}>
          {series.map(({ label, color }) => (
            <Badge key={label} color={`var(${color})`} text={label} />
          ))}
        </Flex>
        <Drawing {...chart} />
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
