import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { CallLog } from '../callLog.ts';
import { RULES } from '../fillDevices.ts';
import { newPerson } from '../people.ts';
import { type Headers, send } from '../send.ts';

export interface NoisyOwnerSize {
  readonly pages: number;
  readonly flyers: number;
  /** Assistants that the drill deletes one by one. Each has pages x flyers pending postings. */
  readonly assistants: number;
  /** Number of assistants whose postings ended long ago, as in a database that has been in use. */
  readonly history: number;
}

export interface NoisyOwner {
  readonly ownerId: string;
  readonly headers: Headers;
}

/** Creates one owner with many pages and many large assistants. */
export async function fillNoisyOwner(
  pool: Pool,
  { pages, flyers, assistants, history }: NoisyOwnerSize,
): Promise<NoisyOwner> {
  const { userId: ownerId, headers } = await newPerson(pool);
  await pool.query('UPDATE users SET is_posting_active = true, posting_switched_at = now() WHERE id = $1', [ownerId]);
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
  return { ownerId, headers };
}

/** Deletes assistants and unlinks half of the pages until the signal aborts. Returns how many. */
export async function deleteAndUnlink(
  pool: Pool,
  { ownerId, headers }: NoisyOwner,
  { baseUrl, everyMs, signal, log }: { baseUrl: string; everyMs: number; signal: AbortSignal; log: CallLog },
): Promise<{ deleted: number; unlinked: number }> {
  const call = async (method: string, path: string, body: object | null = null) => {
    const { status } = await send(`${baseUrl}/api${path}`, { method, headers, body });
    if (status < 200 || status > 299) log.problem(`the noisy owner's ${method} was answered ${status}`);
  };
  let deleted = 0;
  let unlinked = 0;
  while (!signal.aborted) {
    const assistant = 'SELECT id FROM assistants WHERE owner_id = $1 AND deleted_at IS NULL LIMIT 1';
    const { rows } = await pool.query<{ id: string }>(assistant, [ownerId]);
    if (rows[0]) await call('DELETE', `/assistants/${rows[0].id}`);
    deleted += rows.length;
    const { rows: half } = await pool.query<{ guid: string }>(
      `SELECT guid FROM pages WHERE owner_id = $1 AND unlinked_at IS NULL
       ORDER BY random() LIMIT (SELECT (count(*) + 1) / 2 FROM pages WHERE owner_id = $1)`,
      [ownerId],
    );
    await call('POST', '/pages/bulk-unlink', { guids: half.map(({ guid }) => guid) });
    unlinked += half.length;
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
}
