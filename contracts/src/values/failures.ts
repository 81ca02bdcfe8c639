export const FAILURES_BY = ['message', 'page', 'site_pack', 'extension'] as const;
export type FailuresBy = (typeof FAILURES_BY)[number];
/** The ranges in days. One day is shown by the hour. */
export const FAILURE_RANGES = [1, 7, 30, 90] as const;
export const FAILURE_GROUPS_SHOWN = 20;
