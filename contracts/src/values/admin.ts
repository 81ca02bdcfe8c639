export const TRENDS_DAYS = 30;
export const MAX_TRENDS_DAYS = 365;
/** The ranges that the admin's charts offer, in days. */
export const TRENDS_RANGES = [7, TRENDS_DAYS, 90] as const;
export const AUDIT_EVENTS_SHOWN = 200;
/** The most rows of a table on which one call acts. */
export const MAX_SELECTED_ROWS = 500;
/** The most pages, tasks and assistants listed for one user in the admin area; the counts include all. */
export const ACTIVITY_SHOWN = 200;

/** Events of a page that its screen for admins shows. */
export const PAGE_EVENTS_SHOWN = 60;
/** A posting changed its status, a device was linked or its link ended, or elements of the site were not found. */
export const PAGE_EVENT_KINDS = ['step', 'linked', 'unlinked', 'not_found'] as const;

/** Backups in the list of admins. */
export const BACKUPS_SHOWN = 100;

export const MAX_PAUSE_SENTENCE_LENGTH = 300;

export const FAILURES_BY = ['message', 'page', 'site_pack', 'extension'] as const;
export type FailuresBy = (typeof FAILURES_BY)[number];
/** The ranges in days. One day is shown by the hour. */
export const FAILURE_RANGES = [1, 7, 30, 90] as const;
export const FAILURE_GROUPS_SHOWN = 20;

/** Lifetime of the address of a prepared file. */
export const DOWNLOAD_TICKET_SECONDS = 60;
/** The ZIP format without extensions has at most 4 GB and 65,535 files. */
export const MAX_ZIP_BYTES = 3.5 * 1024 ** 3;
export const MAX_ZIP_FILES = 60_000;
