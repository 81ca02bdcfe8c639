export const TRENDS_DAYS = 30;
export const MAX_TRENDS_DAYS = 365;
/** In days. */
export const TRENDS_RANGES = [7, TRENDS_DAYS, 90] as const;
export const AUDIT_EVENTS_SHOWN = 200;
export const MAX_SELECTED_ROWS = 500;
/** Of pages, tasks and assistants each; the counts include all. */
export const ACTIVITY_SHOWN = 200;

export const PAGE_EVENTS_SHOWN = 60;
export const PAGE_EVENT_KINDS = ['step', 'linked', 'unlinked', 'not_found'] as const;

export const MAX_PAUSE_SENTENCE_LENGTH = 300;

export const FAILURES_BY = ['message', 'page', 'site_pack', 'extension'] as const;
export type FailuresBy = (typeof FAILURES_BY)[number];
/** In days. One day is shown by the hour. */
export const FAILURE_RANGES = [1, 7, 30, 90] as const;
export const FAILURE_GROUPS_SHOWN = 20;

export const BACKUPS_SHOWN = 100;

export const BOOK_DEVIATIONS_SHOWN = 20;

export const DOWNLOAD_TICKET_SECONDS = 60;
/** The ZIP format without extensions has at most 4 GB and 65,535 files. */
export const MAX_ZIP_BYTES = 3.5 * 1024 ** 3;
export const MAX_ZIP_FILES = 60_000;
