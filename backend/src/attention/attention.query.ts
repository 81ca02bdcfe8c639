import { type AttentionKind, MAX_ATTENTION_ROWS, MAX_RETRIED_POSTINGS, type RETRIED_KINDS } from '@flyerdeck/contracts';
import { sql, statement, statementWithIsoTimes } from '../database/statement.ts';
import type { Failure } from '../postings/retryPostings.query.ts';

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

/** Oldest first. */
export const findRetryable = sql<Failure, [ownerId: string, kind: (typeof RETRIED_KINDS)[number]]>(
  `SELECT p.id, p.owner_id, p.transitions_count
   FROM attention_of($1) f JOIN page_postings p ON p.id = f.id JOIN tasks t ON t.id = f.task_id
   WHERE f.kind = 'failed' AND ($2 = 'failed' OR t.stored_status = 'partially_posted')
   ORDER BY f.at, f.id LIMIT ${MAX_RETRIED_POSTINGS}`,
);
