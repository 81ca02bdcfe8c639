import { type RefObject, useEffect, useState } from 'react';
import { useMediaQuery } from '../../../app/hooks.ts';
import type { Chart, ChartDay } from './chartData.ts';

interface DrawnChart {
  /** The chart library could not be loaded. */
  readonly isFailed: boolean;
  /** The index of the day under the pointer. */
  readonly index: number | null;
}

/**
 * Draws a chart when its element is near the viewport; the chart library is loaded then. The chart is redrawn when the
 * theme changes, because a canvas does not update its colours.
 */
export function useDrawnChart<Day extends ChartDay>(
  element: RefObject<HTMLElement | null>,
  { kind, days, series, heightPx }: Chart<Day>,
): DrawnChart {
  const isDark = useMediaQuery('(prefers-color-scheme: dark)');
  const [isNear, setIsNear] = useState(false);
  const [isFailed, setIsFailed] = useState(false);
  const [index, setIndex] = useState<number | null>(null);

  useEffect(() => {
    if (!element.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true);
      },
      { rootMargin: '200px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is read from the element's style.
  useEffect(() => {
    if (!isNear) return;
    let isUnmounted = false;
    let clear = () => {};
    import('./drawChart.ts').then(
      ({ drawChart }) => {
        if (isUnmounted || !element.current) return;
        clear = drawChart(element.current, { kind, days, series, heightPx }, setIndex);
      },
      () => setIsFailed(true),
    );
    return () => {
      isUnmounted = true;
      clear();
    };
  }, [element, isNear, isDark, kind, days, series, heightPx]);

  return { isFailed, index };
}
