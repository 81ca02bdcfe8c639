import type { TrendDay } from '@flyerdeck/contracts/types';

/** One line or one kind of bar of a chart. */
export interface ChartSeries {
  readonly label: string;
  /** A CSS custom property of the theme. */
  readonly color: `--fd-${string}`;
  valueOn(day: TrendDay): number;
}

/** A chart by day. `days` and `series` must be stable references: a new reference redraws the chart. */
export interface Chart {
  readonly kind: 'bars' | 'stackedBars' | 'lines';
  /** The x axis. */
  readonly days: readonly TrendDay[];
  readonly series: readonly ChartSeries[];
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

/** By the user's language. Days are UTC dates and are not converted to the user's time zone. */
const DAYS = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** 'Mar 1' in English. */
export const dayLabel = ({ day }: Pick<TrendDay, 'day'>) => DAYS.format(new Date(day));
