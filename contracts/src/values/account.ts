/** The file with all data of a user. One can be requested this long after the one before. */
export const ACCOUNT_EXPORT_MINUTES = 60;
export const ACCOUNT_EXPORT_KEPT_HOURS = 24;
