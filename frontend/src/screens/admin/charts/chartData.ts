import type { TrendDay } from '@flyerdeck/contracts/types';
import { formatTime } from '../../../lib/formatDate.ts';

/** What a chart needs of a day. A time with an hour is an hour. */
export type ChartDay = Pick<TrendDay, 'day'>;

/** One line or one kind of bar of a chart. */
export interface ChartSeries<Day extends ChartDay = TrendDay> {
  readonly label: string;
  /** A CSS custom property of the theme. */
  readonly color: `--fd-${string}`;
  valueOn(day: Day): number;
}

/** A chart by day. `days` and `series` must be stable references: a new reference redraws the chart. */
export interface Chart<Day extends ChartDay = TrendDay> {
  readonly kind: 'bars' | 'stackedBars' | 'lines';
  /** The x axis. */
  readonly days: readonly Day[];
  readonly series: readonly ChartSeries<Day>[];
  readonly heightPx: number;
}

/** Room for the labels left of a chart. */
export const VALUE_AXIS_PX = 52;

/** Cumulative sums: each row of values added to the rows before it. */
export function stacked(rows: readonly (readonly number[])[]): number[][] {
  const sums: number[][] = [];
  for (const values of rows) {
    const below = sums.at(-1);
    sums.push(values.map((value, index) => value + (below?.[index] ?? 0)));
  }
  return sums;
}

/** By the user's language. Days are UTC dates and are not converted to the user's time zone; hours are. */
const DAYS = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** 'Mar 1' in English; an hour in the clock of the user. */
export const dayLabel = ({ day }: ChartDay) => (day.length > 10 ? formatTime(day) : DAYS.format(new Date(day)));
