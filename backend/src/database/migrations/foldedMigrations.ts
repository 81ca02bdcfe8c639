import { createHash } from 'node:crypto';

/** The last migration of before the first release. */
export const LAST_FOLDED_MIGRATION = 'Refusals1763700000046';
/** SHA-256 of the names of these 37 migrations, sorted, with commas between them. */
const FOLDED_HASH = '224eb8836156490b8db1a0081dc1dd8a8a65a10d6fd07b2af616b35799627a5f';

/** Whether these are the names of exactly these migrations. */
export const areFolded = (names: readonly string[]): boolean =>
  createHash('sha256')
    .update([...names].sort().join())
    .digest('hex') === FOLDED_HASH;

/** Whether the migration is one of them. Names end with a timestamp. */
export const isFolded = (name: string): boolean => name.slice(-13) <= LAST_FOLDED_MIGRATION.slice(-13);
