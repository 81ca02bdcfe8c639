import { formatNumber } from './formatNumber.ts';

/** '1 task', '3 tasks', '1,204 tasks' */
export const counted = (count: number, thing: string): string =>
  `${formatNumber(count)} ${thing}${count === 1 ? '' : 's'}`;
