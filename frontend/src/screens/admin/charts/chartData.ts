import type { TrendDay } from '@flyerdeck/contracts/types';
import dayjs from 'dayjs';

/** One colour of a chart. */
export interface ChartSeries {
  readonly label: string;
  /** A custom property of the theme, so that the chart follows it. */
  readonly color: `--fd-${string}`;
  valueOn(day: TrendDay): number;
}

/** A chart by day. Keep its parts the same while nothing changed, or it is drawn anew. */
export interface Chart {
  readonly kind: 'bars' | 'stackedBars' | 'lines';
  /** Along the bottom. */
  readonly days: readonly TrendDay[];
  readonly series: readonly ChartSeries[];
  readonly heightPx: number;
}

/** Each row of values on top of those before it. */
export function stacked(rows: readonly (readonly number[])[]): number[][] {
  const sums: number[][] = [];
  for (const values of rows) {
    const below = sums.at(-1);
    sums.push(values.map((value, place) => value + (below?.[place] ?? 0)));
  }
  return sums;
}

/** 'Mar 1': days of UTC as they are written; no time zone moves them. */
export const dayLabel = ({ day }: Pick<TrendDay, 'day'>) => dayjs(day).format('MMM D');
