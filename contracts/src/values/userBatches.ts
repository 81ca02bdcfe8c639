/** The most users of one batch, and the most rows of a table that are named one by one. */
export const MAX_USER_BATCH = 10_000;
export const MAX_NAMED_ROWS = 500;
