/** The newest part of a larger log is sent. */
export const MAX_PROBLEM_REPORT_BYTES = 2 * 1024 * 1024;
export const MAX_PROBLEM_SENTENCE_LENGTH = 1_000;
export const MAX_PROBLEM_REPORT_REQUEST_IDS = 200;
export const MAX_PROBLEM_REPORTS_PER_USER = 20;
export const PROBLEM_REPORT_KEPT_DAYS = 30;
export const PROBLEM_REPORTS_PAGE_SIZE = 50;
