/** The most intervals between the ticks of an axis of values, if all values have one sign. */
const MAX_INTERVALS = 5;

/** The smallest of 1, 2, 5, 10, 20, 50 ... that is at least `roughStep`. */
function roundStep(roughStep: number): number {
  const power = 10 ** Math.floor(Math.log10(roughStep));
  const factor = [1, 2, 5].find((one) => one * power >= roughStep) ?? 10;
  return Math.max(1, factor * power);
}

/** Round whole numbers from the lowest to the highest value, always with 0. The first and the last are the ends of the axis. */
export function valueTicks(values: readonly number[]): number[] {
  const lowest = Math.min(0, ...values);
  const highest = Math.max(0, ...values);
  if (lowest === highest) return [0, 1];
  const step = roundStep((highest - lowest) / MAX_INTERVALS);
  const first = Math.floor(lowest / step);
  const last = Math.ceil(highest / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Positions of the labelled days: every `step` days back from the latest day, in ascending order. */
export function dayTicks(dayCount: number, step: number): number[] {
  const latest = dayCount - 1;
  return Array.from({ length: Math.ceil(dayCount / step) }, (_, index) => latest - index * step).reverse();
}
