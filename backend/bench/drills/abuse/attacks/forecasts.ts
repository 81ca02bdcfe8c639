import type { Pool } from 'pg';
import { fillAccount, limitPages } from '../../../fillAccount.ts';
import { type Attack, repeat, Statuses, send, type Target } from '../target.ts';

const FLYERS = 500;
const TEXT = '!b'.repeat(2_500);
/** They nearly occur at each place of the texts. */
const WORDS = Array.from({ length: 100 }, (_, n) => `${TEXT.slice(n % 2, (n % 2) + 45)}${n}`);

/** Gives the attacker pages with limits, 10 postings in the queue of each, and as many flyers as an assistant may have. */
export async function fillForecasts(pool: Pool, { assistantId }: Target, pages: number): Promise<void> {
  const { rows } = await pool.query('SELECT owner_id FROM assistants WHERE id = $1', [assistantId]);
  const ownerId = rows[0]?.owner_id ?? '';
  // The account was created with a queued assistant.
  await pool.query('DELETE FROM page_postings WHERE owner_id = $1', [ownerId]);
  await pool.query('UPDATE tasks SET pending_count = 0 WHERE owner_id = $1', [ownerId]);
  const size = { pages, assistants: 11, waiting: 1, queued: 10, flyersEach: 1, pagesEach: pages };
  await fillAccount(pool, ownerId, null, size);
  await limitPages(pool, ownerId);
  await pool.query(
    `INSERT INTO tasks (owner_id, assistant_id, sequence_order, description)
     SELECT $1, $2, n, $3 FROM generate_series(2, $4::int) n`,
    [ownerId, assistantId, TEXT, FLYERS - 1],
  );
}

/** Requests the most expensive forecasts of words and of limits as fast as the rate limit allows. */
export const forecasts: Attack = async (target) => {
  const headers = { ...target.headers, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ words: WORDS });
  const saved = await send(target, '/api/listed-words', { method: 'PUT', headers, body });
  const list = await send(target, '/api/assistants', { method: 'GET', headers: target.headers });
  const waiting = (JSON.parse(list.text) as { _id: string; status: string }[]).filter(
    ({ status }) => status === 'waiting',
  );
  const statuses = new Statuses();
  let longestMs = 0;
  await repeat(target, { atOnce: 6, perSecond: 6 }, async (n) => {
    const startedAt = performance.now();
    statuses.add(
      await send(target, `/api/assistants/${waiting[n % waiting.length]?._id}/forecast`, { headers: target.headers }),
    );
    longestMs = Math.max(longestMs, performance.now() - startedAt);
  });
  return `100 words: ${saved.status}; forecasts of ${waiting.length} assistants: ${statuses}, at most ${longestMs.toFixed(0)} ms`;
};
