const LONGEST_WAIT_MS = 60_000;

/** 1, 2, 4 ... 60 seconds after so many failures in a row: quickly back after a hiccup, no hammering in an outage. */
export const backoffMs = (failures: number): number => Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.min(failures, 10));
