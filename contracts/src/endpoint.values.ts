export const MAX_IDEMPOTENCY_KEY_LENGTH = 200;
export const MAX_BODY_BYTES = 100_000;
export const MAX_BODY_NESTING = 32;
/** Further rows are left out. Only texts far longer than usual reach it. */
export const MAX_LIST_BYTES = 16 * 1024 * 1024;
export const MAX_PAGE_LIST_BYTES = 32 * 1024 * 1024;

export const MAX_NAME_LENGTH = 120;
export const MAX_SEARCH_LENGTH = 200;
/** Ten years: dates stay in the range of Postgres and JavaScript. */
export const MAX_HOURS = 87_600;
/** A pattern. Postgres takes more characters for white space than JavaScript. */
export const NOT_BLANK = '[^\\s\\x1c-\\x1f\\x85]';
