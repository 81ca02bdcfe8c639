/** Backups in the list of admins. */
export const BACKUPS_SHOWN = 100;
