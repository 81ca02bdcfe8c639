import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { CallLog } from '../callLog.ts';
import { sessionOf } from '../fillDrill.ts';

export interface NoisyOwnerSize {
  readonly pages: number;
  readonly flyers: number;
  /** Assistants that the drill deletes one by one. Each has pages x flyers pending postings. */
  readonly assistants: number;
  /** Number of assistants whose postings ended long ago, as in a database that has been in use. */
  readonly history: number;
}

export interface NoisyOwner {
  /** Deletes assistants and unlinks pages until the signal aborts. Returns how many. */
  deleteAndUnlink(signal: AbortSignal, everyMs: number): Promise<{ deleted: number; unlinked: number }>;
}

const RULES =
  '{"target_pages": [], "target_tags": [], "start_delay_hours": 0, "delay_between_tasks_hours": 0, "duplication_time_hours": 0}';

/** Creates one owner with many pages and many large assistants. */
export async function fillNoisyOwner(
  pool: Pool,
  { pages, flyers, assistants, history }: NoisyOwnerSize,
  baseUrl: () => string,
  log: CallLog,
): Promise<NoisyOwner> {
  const telegramId = String(Math.floor(Math.random() * 9e11 + 1e11));
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO users (telegram_id, username, is_posting_active, posting_switched_at) VALUES ($1, 'noisy', true, now()) RETURNING id`,
    [telegramId],
  );
  const ownerId = rows[0]?.id ?? '';
  await pool.query(
    `INSERT INTO pages (owner_id, creator_id, name, last_polled_at) SELECT $1, 'noisy-' || n, 'Noisy ' || n, now() FROM generate_series(1, $2::int) n`,
    [ownerId, pages],
  );
  for (let n = 0; n < assistants + history; n++) {
    await pool.query(
      `WITH a AS (
         INSERT INTO assistants (owner_id, name, posting_rules, queued_at, deleted_at)
         VALUES ($1, 'Noisy', '${RULES}', now(), CASE WHEN $4 THEN now() END) RETURNING id
       ), t AS (
         INSERT INTO tasks (owner_id, assistant_id, sequence_order, description, archived_at, pending_count, failed_count)
         SELECT $1, a.id, k, 'Flyer ' || k, CASE WHEN $4 THEN now() END, CASE WHEN $4 THEN 0 ELSE $3::int END,
           CASE WHEN $4 THEN $3::int ELSE 0 END
         FROM a CROSS JOIN generate_series(0, $2::int - 1) k
         RETURNING id, assistant_id, sequence_order
       )
       INSERT INTO page_postings
         (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours,
          status, archived, error_message, error_code, pending_ms, total_ms)
       SELECT $1, t.assistant_id, t.id, g.guid, now(), t.sequence_order, 0, 0, 0, CASE WHEN $4 THEN 'failed' ELSE 'pending' END, $4,
         CASE WHEN $4 THEN 'The assistant was deleted.' END, CASE WHEN $4 THEN 'assistant_deleted' END,
         CASE WHEN $4 THEN (random() * 1e9)::bigint ELSE 0 END, CASE WHEN $4 THEN (random() * 1e9)::bigint ELSE 0 END
       FROM t CROSS JOIN pages g WHERE g.owner_id = $1`,
      [ownerId, flyers, pages, n >= assistants],
    );
  }
  const headers = { 'Content-Type': 'application/json', ...(await sessionOf(pool, ownerId)) };
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${baseUrl()}/api${path}`, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    await response.arrayBuffer();
    if (!response.ok) log.problem(`the noisy owner's ${method} answered ${response.status}`);
  };

  return {
    async deleteAndUnlink(signal, everyMs) {
      let deleted = 0;
      let unlinked = 0;
      while (!signal.aborted) {
        const { rows: left } = await pool.query<{ id: string }>(
          'SELECT id FROM assistants WHERE owner_id = $1 AND deleted_at IS NULL LIMIT 1',
          [ownerId],
        );
        if (left[0]) {
          await call('DELETE', `/assistants/${left[0].id}`);
          deleted += 1;
        }
        const { rows: some } = await pool.query<{ guid: string }>(
          'SELECT guid FROM pages WHERE owner_id = $1 AND unlinked_at IS NULL ORDER BY random() LIMIT $2',
          [ownerId, Math.ceil(pages / 2)],
        );
        await call('POST', '/pages/bulk-unlink', { guids: some.map(({ guid }) => guid) });
        unlinked += some.length;
        await call('POST', '/tasks/archive-finalized');
        await sleep(everyMs, undefined, { signal }).catch(() => undefined);
        // Rows are locked in the same order as by the product, because a job may still work on them.
        await pool.query(
          `UPDATE pages SET unlinked_at = NULL
           WHERE guid IN (SELECT guid FROM pages WHERE owner_id = $1 ORDER BY guid FOR NO KEY UPDATE)`,
          [ownerId],
        );
      }
      await pool.query('UPDATE users SET is_posting_active = false WHERE id = $1', [ownerId]);
      return { deleted, unlinked };
    },
  };
}
