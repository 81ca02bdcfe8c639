const LONGEST_WAIT_MS = 60_000;

export const backoffMs = (failures: number): number => Math.min(LONGEST_WAIT_MS, 500 * 2 ** Math.min(failures, 10));
