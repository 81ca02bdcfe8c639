/** The migrations of before the first release were 37, and this is the last one. */
export const LAST_FOLDED_MIGRATION = 'Refusals1763700000046';
export const FOLDED_MIGRATIONS = 37;

/** Whether the migration is one of them. Names end with a timestamp. */
export const isFolded = (name: string): boolean => name.slice(-13) <= LAST_FOLDED_MIGRATION.slice(-13);
