import type { RETRIED_KINDS } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { requeue } from '../postings/requeue.ts';
import { findRetryable } from './attention.query.ts';

interface Retried {
  readonly retried: number;
  /** How many were left out, because one retry takes a limited number. */
  readonly later: number;
}

/** Puts an owner's failed postings back in the queue (`requeue`). Postings whose post may be live are left out. */
export async function retryFailed(db: Db, ownerId: string, kind: (typeof RETRIED_KINDS)[number]): Promise<Retried> {
  const failures = await findRetryable(db, [ownerId, kind]);
  return { retried: await requeue(db, failures), later: (failures[0]?.retryable ?? 0) - failures.length };
}
