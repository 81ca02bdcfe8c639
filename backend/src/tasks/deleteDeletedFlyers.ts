import type { Db } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { deleteFlyersOfDeletedAssistants } from './deletedFlyers.query.ts';

const BATCH = 20;

/** Deletes the pictures of deleted assistants' flyers. Answers how many assistants are done with; stops early on `signal`. */
export async function deleteDeletedFlyers(db: Db, signal?: AbortSignal): Promise<number> {
  let done = 0;
  for (;;) {
    const [row] = await retryConflicts(() => deleteFlyersOfDeletedAssistants(db, [BATCH]));
    const inBatch = row?.assistants ?? 0;
    done += inBatch;
    if (inBatch < BATCH || signal?.aborted) return done;
  }
}
