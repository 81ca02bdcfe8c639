import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { formatCompact } from '../../../lib/numbers.ts';
import { dayTicks, valueTicks } from './axisTicks.ts';
import { type Chart, type ChartDay, dayLabel, stacked, VALUE_AXIS_PX } from './chartData.ts';

const FONT = "12px 'Inter Variable', system-ui, sans-serif";
const LABEL_GAP_PX = 12;
/** Distances between labelled days. */
const DAY_STEPS = [1, 2, 3, 5, 7, 10, 14, 20, 30, 60, 90, 180];
const DAY_AXIS_PX = 24;
const BAR_SHARE = 0.72;
const MAX_BAR_PX = 48;

function widthOfWidest(texts: readonly string[]): number {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 0;
  context.font = FONT;
  return Math.ceil(Math.max(...texts.map((text) => context.measureText(text).width)));
}

/**
 * Draws a chart into an element and resizes it with the element. Returns a function that removes the chart. `onPoint`
 * gets the index of the day under the pointer, or null when the pointer leaves the chart.
 */
export function drawChart<Day extends ChartDay>(
  element: HTMLElement,
  { kind, days, series, heightPx }: Chart<Day>,
  onPoint: (index: number | null) => void,
): () => void {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const labels = days.map(dayLabel);
  const labelPx = widthOfWidest(labels);
  const isStacked = kind === 'stackedBars';
  const rows = series.map(({ valueOn }) => days.map(valueOn));
  const values = isStacked ? stacked(rows) : rows;
  const ticks = valueTicks(values.flat());
  const paths =
    kind === 'lines' ? uPlot.paths.linear?.() : uPlot.paths.bars?.({ size: [BAR_SHARE, MAX_BAR_PX], radius: 0.08 });

  const drawn = series.map(({ label, color: name }, index) => ({
    data: values[index] ?? [],
    options: {
      label,
      stroke: color(name),
      width: kind === 'lines' ? 2 : 0,
      ...(kind !== 'lines' && { fill: color(name) }),
      // A line of one day would be invisible.
      points: { show: kind === 'lines' && days.length === 1 },
      ...(paths && { paths }),
    } satisfies uPlot.Series,
  }));
  // The series with the highest sums is drawn first; the others cover its lower part.
  if (isStacked) drawn.reverse();

  const axis = {
    stroke: color('--fd-text-muted'),
    font: FONT,
    ticks: { show: false },
    grid: { stroke: color('--fd-border'), width: 1 },
  };
  const options: uPlot.Options = {
    width: element.clientWidth,
    height: heightPx,
    // Half of the latest day's label is to the right of its day.
    padding: [12, Math.ceil(labelPx / 2), 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { show: kind === 'lines' } },
    scales: {
      x: { time: false, range: () => [-0.5, labels.length - 0.5] },
      y: { range: () => [ticks[0] ?? 0, ticks.at(-1) ?? 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: DAY_AXIS_PX,
        space: labelPx + LABEL_GAP_PX,
        incrs: DAY_STEPS,
        splits: (_plot, _axis, _min, _max, step) => dayTicks(labels.length, step),
        values: (_plot, indexes) => indexes.map((index) => labels[index] ?? ''),
      },
      { ...axis, size: VALUE_AXIS_PX, splits: () => ticks, values: (_plot, marks) => marks.map(formatCompact) },
    ],
    series: [{}, ...drawn.map((one) => one.options)],
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
  };
  const plot = new uPlot(options, [labels.map((_label, index) => index), ...drawn.map((one) => one.data)], element);

  const observer = new ResizeObserver(() => {
    if (element.clientWidth > 0) plot.setSize({ width: element.clientWidth, height: heightPx });
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    plot.destroy();
  };
}
