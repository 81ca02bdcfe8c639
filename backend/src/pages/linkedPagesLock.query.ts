import { sql } from '../database/statement.ts';

/** The first of an advisory lock's two numbers: what it is about. Any, as long as every node uses the same. */
const LINKED_PAGES = 7_203;

/*
 * Queueing and unlinking of one owner's pages take turns. Otherwise a posting could be made for a page that goes in that very
 * moment: the unlinking can't see what is not committed yet, and the queueing can't see the unlinking. Claims, polls and
 * reports, which hold the pages' rows, are not kept waiting. Taken before any row, so nobody who holds it is waited for in
 * a circle; let go of with the transaction.
 */

/** Pages that are linked now stay so until the transaction ends; others may queue meanwhile. */
export const keepPagesLinked = sql<never, [ownerId: string]>(
  `SELECT pg_advisory_xact_lock_shared(${LINKED_PAGES}, hashtext($1))`,
);

/** Whatever is being queued is committed, and seen by the next statement; nothing else is until the transaction ends. */
export const awaitQueueing = sql<never, [ownerId: string]>(
  `SELECT pg_advisory_xact_lock(${LINKED_PAGES}, hashtext($1))`,
);
