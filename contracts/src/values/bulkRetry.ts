/** The most postings of one bulk retry, and the errors and owners that it lists. */
export const MAX_BULK_RETRY = 5_000;
export const BULK_RETRY_ERRORS_SHOWN = 50;
export const BULK_RETRY_OWNERS_SHOWN = 20;
