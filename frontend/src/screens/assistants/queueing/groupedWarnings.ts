import type { ForecastWarning } from '@flyerdeck/contracts/types';

export interface WarningGroup {
  readonly warning: ForecastWarning;
  /** The numbers of the flyers with this warning. */
  readonly flyers: readonly number[];
}

/** Warnings that differ only in the flyer as one, in the order of their first flyer. */
export function groupedWarnings(warnings: readonly ForecastWarning[]): WarningGroup[] {
  const groups = new Map<string, { warning: ForecastWarning; flyers: number[] }>();
  for (const warning of warnings) {
    const { flyer, ...rest } = warning;
    const key = JSON.stringify(rest);
    const group = groups.get(key);
    if (group) group.flyers.push(flyer);
    else groups.set(key, { warning, flyers: [flyer] });
  }
  return [...groups.values()];
}

const MAX_NUMBERS = 6;

/** 'Flyer 3', 'Flyers 3, 4, 9', 'Flyers 1, 2, 3, 4, 5, 6 and 20 more' */
export function flyersText(flyers: readonly number[]): string {
  const more = flyers.length - MAX_NUMBERS;
  const shown = flyers.slice(0, MAX_NUMBERS).join(', ');
  return `Flyer${flyers.length === 1 ? '' : 's'} ${shown}${more > 0 ? ` and ${more} more` : ''}`;
}
