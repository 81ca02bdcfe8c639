import {
  ATTENTION_KINDS,
  type Attention,
  type AttentionKind,
  type AttentionRow,
  DEVICE_PROBLEM_SENTENCES,
  type DeviceProblem,
  getAttention,
  MAX_ATTENTION_ROWS,
  MAX_RETRIED_POSTINGS,
  type RETRIED_KINDS,
  retryAttention,
} from '@flyerdeck/contracts';
import { sql, statement, statementWithIsoTimes } from '../../database/statement.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { pauseSentence } from '../claim/claimPause.query.ts';
import type { Failure } from '../retry/retryPostings.query.ts';
import { requeue, retryMessage } from '../retry/retryPostings.ts';

const countAttention = statement<{ kind: AttentionKind; rows: number }, [ownerId: string]>(
  'SELECT kind, count(*)::int AS rows FROM attention_of($1) GROUP BY kind',
);

type AttentionFacts = {
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
const findRetryable = sql<Failure, [ownerId: string, kind: (typeof RETRIED_KINDS)[number]]>(
  `SELECT p.id, p.owner_id, p.transitions_count
   FROM attention_of($1) f JOIN page_postings p ON p.id = f.id JOIN tasks t ON t.id = f.task_id
   WHERE f.kind = 'failed' AND ($2 = 'failed' OR t.stored_status = 'partially_posted')
   ORDER BY f.at, f.id LIMIT ${MAX_RETRIED_POSTINGS}`,
);

function presentAttention(
  counts: readonly { kind: AttentionKind; rows: number }[],
  posting_paused: string | null,
  listed: readonly AttentionRow[],
): Attention {
  const byKind = new Map(counts.map(({ kind, rows }) => [kind, rows]));
  const rows = Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, byKind.get(kind) ?? 0]));
  return { ...(rows as Record<AttentionKind, number>), posting_paused, rows: [...listed] };
}

const presentRow =
  (kind: AttentionKind) =>
  ({ problem, ...row }: AttentionFacts): AttentionRow => ({
    ...row,
    problem:
      kind === 'logged_out' || kind === 'site_changed' ? DEVICE_PROBLEM_SENTENCES[problem as DeviceProblem] : problem,
  });

export function mountAttentionRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(getAttention, async ({ db, user, query: { kind } }) => {
    const [counts, paused] = await Promise.all([countAttention(db, [user.id]), pauseSentence(db)]);
    return presentAttention(counts, paused, kind ? (await listRows(db, [user.id, kind])).map(presentRow(kind)) : []);
  });
  endpoints.mountInTransaction(retryAttention, async ({ db, user, body: { kind } }) => {
    const retry = await requeue(db, await findRetryable(db, [user.id, kind]));
    return { message: retryMessage(retry), retried: retry.owners.length };
  });
}
