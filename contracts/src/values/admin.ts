export const TRENDS_DAYS = 30;
export const MAX_TRENDS_DAYS = 365;
/** The ranges that the admin's charts offer, in days. */
export const TRENDS_RANGES = [7, TRENDS_DAYS, 90] as const;
export const AUDIT_EVENTS_SHOWN = 200;
/** The most rows of a table on which one call acts. */
export const MAX_SELECTED_ROWS = 500;
/** The most pages, tasks and assistants listed for one user in the admin area; the counts include all. */
export const ACTIVITY_SHOWN = 200;
