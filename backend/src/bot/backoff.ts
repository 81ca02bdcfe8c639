const LONGEST_WAIT_MS = 60_000;

/** 1, 2, 4 ... 60 seconds, by the number of failures in a row. */
export const backoffMs = (failures: number): number => Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.min(failures, 10));
