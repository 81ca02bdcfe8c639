import { MAX_RUN_LENGTH } from '@flyerdeck/contracts/values/assistants';

/** The reset timer list as typed, '10,5,20': non-numeric and negative items are dropped (spec section 5). */
export const parseResetList = (text: string): number[] =>
  text
    .split(',')
    .map((item) => Number.parseInt(item.trim(), 10))
    .filter((length) => !Number.isNaN(length) && length >= 0)
    .map((length) => Math.min(length, MAX_RUN_LENGTH));

export const formatResetList = (lengths: readonly number[]): string => lengths.join(',');
