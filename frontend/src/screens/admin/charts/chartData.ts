import type { TrendDay } from '@flyerdeck/contracts/types';
import dayjs from 'dayjs';

/** One colour of a chart. */
export interface ChartSeries {
  readonly label: string;
  /** A custom property of the theme, so that the chart follows it. */
  readonly color: `--fd-${string}`;
  /** One value a label of the chart. */
  readonly values: readonly number[];
}

export interface ChartData {
  /** Along the bottom. */
  readonly labels: readonly string[];
  readonly series: readonly ChartSeries[];
  /** A value as people read it; the chart uses it for its axis too. */
  readonly formatValue: (value: number) => string;
}

export type ChartKind = 'bars' | 'stackedBars' | 'lines';

/** Each series on top of those before it. */
export function stacked(series: readonly ChartSeries[]): number[][] {
  const sums: number[][] = [];
  for (const { values } of series) {
    const below = sums.at(-1);
    sums.push(values.map((value, place) => value + (below?.[place] ?? 0)));
  }
  return sums;
}

/** 'Mar 1': days of UTC as they are written; no time zone moves them. */
export const dayLabels = (days: readonly Pick<TrendDay, 'day'>[]) => days.map(({ day }) => dayjs(day).format('MMM D'));
