import {
  ATTENTION_KINDS,
  type Attention,
  type AttentionKind,
  type AttentionRow,
  DEVICE_PROBLEM_SENTENCES,
  type DeviceProblem,
  getAttention,
  listAttention,
  retryAttention,
} from '@flyerdeck/contracts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { requeue, retryMessage } from '../postings/retryPostings.ts';
import { pauseSentence } from '../queue/claimPause.query.ts';
import { type AttentionFacts, countAttention, findRetryable, listRows } from './attention.query.ts';

function presentAttention(
  counts: readonly { kind: AttentionKind; rows: number }[],
  posting_paused: string | null,
): Attention {
  const byKind = new Map(counts.map(({ kind, rows }) => [kind, rows]));
  const rows = Object.fromEntries(ATTENTION_KINDS.map((kind) => [kind, byKind.get(kind) ?? 0]));
  return { ...(rows as Record<AttentionKind, number>), posting_paused };
}

const presentRow =
  (kind: AttentionKind) =>
  ({ problem, ...row }: AttentionFacts): AttentionRow => ({
    ...row,
    problem:
      kind === 'logged_out' || kind === 'site_changed' ? DEVICE_PROBLEM_SENTENCES[problem as DeviceProblem] : problem,
  });

export function mountAttentionRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(getAttention, async ({ db, user }) => {
    return presentAttention(...(await Promise.all([countAttention(db, [user.id]), pauseSentence(db)])));
  });
  endpoints.mount(listAttention, async ({ db, user, query: { kind } }) => ({
    rows: (await listRows(db, [user.id, kind])).map(presentRow(kind)),
  }));
  endpoints.mountInTransaction(retryAttention, async ({ db, user, body: { kind } }) => {
    const retry = await requeue(db, await findRetryable(db, [user.id, kind]));
    return { message: retryMessage(retry), retried: retry.owners.length };
  });
}
