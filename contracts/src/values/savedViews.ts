/** Tables of the admin area whose views can be saved. */
export const SAVED_VIEW_TABLES = ['users', 'credits', 'postings', 'performance', 'audit', 'reports'] as const;
/** Of one admin. */
export const MAX_SAVED_VIEWS_PER_TABLE = 50;
export const MAX_SAVED_VIEW_QUERY_LENGTH = 2_000;
