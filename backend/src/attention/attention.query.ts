import { type AttentionKind, MAX_ATTENTION_ROWS, MAX_BULK_RETRY, type RETRIED_KINDS } from '@flyerdeck/contracts';
import { sql, statement, statementWithIsoTimes } from '../database/statement.ts';

export const countAttention = statement<{ kind: AttentionKind; rows: number }, [ownerId: string]>(
  'SELECT kind, count(*)::int AS rows FROM attention_of($1) GROUP BY kind',
);

export type AttentionFacts = {
  id: string;
  task_id: string | null;
  name: string;
  flyer: string | null;
  file_id: string | null;
  problem: string | null;
  at: string | null;
};

export const listRows = statementWithIsoTimes<AttentionFacts, [ownerId: string, kind: AttentionKind]>(
  `SELECT id, task_id, name, flyer, file_id, problem, at FROM attention_of($1) WHERE kind = $2
   ORDER BY at DESC NULLS LAST, id LIMIT ${MAX_ATTENTION_ROWS}`,
);

/**
 * The failed postings that a retry puts back in the queue, the oldest first. `retryable`: with those that are more than one retry
 * takes. `lockedPages`: only postings of these pages, whose rows the transaction holds.
 */
export const findRetryable = sql<
  { id: string; task_id: string; page_guid: string; retryable: number },
  [ownerId: string, kind: (typeof RETRIED_KINDS)[number], lockedPages: readonly string[] | null]
>(
  `SELECT f.id, f.task_id, f.page_guid, (count(*) OVER ())::int AS retryable
   FROM attention_of($1) f JOIN tasks t ON t.id = f.task_id
   WHERE f.kind = 'failed' AND ($2 = 'failed' OR t.stored_status = 'partially_posted')
     AND ($3::uuid[] IS NULL OR f.page_guid = ANY ($3))
   ORDER BY f.at, f.id LIMIT ${MAX_BULK_RETRY}`,
);
