/** Tables whose views can be saved: those of the admin area, and `pages` of the dashboard. */
export const SAVED_VIEW_TABLES = ['users', 'credits', 'postings', 'performance', 'audit', 'reports', 'pages'] as const;
/** Of one user. */
export const MAX_SAVED_VIEWS_PER_TABLE = 50;
export const MAX_SAVED_VIEW_QUERY_LENGTH = 2_000;
