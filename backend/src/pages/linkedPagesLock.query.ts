import { sql, statement } from '../database/statement.ts';

/** The first of the two keys of the advisory lock. Every server must use the same number. */
const LINKED_PAGES = 7_203;

/*
 * Queueing and unlinking of one owner's pages exclude each other. Otherwise a posting could be created for a page that is
 * unlinked at the same time, because neither transaction sees the uncommitted changes of the other. Linking excludes unlinking
 * too. Otherwise an erasure would not see a page that is being linked. An advisory lock is used, because row locks of the pages
 * would block claims, polls and reports. It is taken before any row lock of a page or user, to prevent deadlocks, and released
 * at the end of the transaction.
 */

/** Prevents unlinking until the transaction ends. A shared lock: other calls may queue and link at the same time. */
export const keepPagesLinked = statement<never, [ownerId: string]>(
  `SELECT pg_advisory_xact_lock_shared(${LINKED_PAGES}, hashtext($1))`,
);

/** Waits for running calls that queue or link, so that the next statement sees their rows. Blocks new ones until the transaction ends. */
export const awaitQueueing = sql<never, [ownerId: string]>(
  `SELECT pg_advisory_xact_lock(${LINKED_PAGES}, hashtext($1))`,
);
