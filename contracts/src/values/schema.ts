/** Limits of fields that several areas have. */

export const MAX_NAME_LENGTH = 120;
export const MAX_SEARCH_LENGTH = 200;
/** Ten years. A longer delay is a typing error, and dates stay in the range of Postgres and JavaScript. */
export const MAX_HOURS = 87_600;
/** A pattern. Postgres takes more characters for white space than JavaScript. */
export const NOT_BLANK = '[^\\s\\x1c-\\x1f\\x85]';
