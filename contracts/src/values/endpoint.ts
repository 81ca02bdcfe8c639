/** Limits of every call. */

export const MAX_IDEMPOTENCY_KEY_LENGTH = 200;
/** The largest JSON body, unless the endpoint's contract has its own limit. */
export const MAX_BODY_BYTES = 100_000;
/** The deepest nesting of objects and lists in a JSON body. */
export const MAX_BODY_NESTING = 32;
/** The largest list in a response; further rows are left out. Only texts far longer than usual reach it. */
export const MAX_LIST_BYTES = 16 * 1024 * 1024;
/** The same for lists with a row for each page. */
export const MAX_PAGE_LIST_BYTES = 32 * 1024 * 1024;
