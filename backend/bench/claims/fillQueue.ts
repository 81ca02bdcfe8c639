import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RULES } from '../fillDevices.ts';

const PAGES_PER_OWNER = 120;
const PENDING_PER_PAGE = 2.5;

/**
 * The page at a position of the queue, and the hash of its device's secret. Both are computed from the position, so
 * that pgbench can compute them too.
 */
export function pageAt(position: number): { guid: string; deviceHash: Buffer } {
  const hash = createHash('md5').update(`queue-${position}`).digest();
  const hex = hash.toString('hex');
  return { guid: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), deviceHash: hash };
}

/** The same values as SQL expressions over the integer variable `:position` of pgbench. */
export const pageGuidSql = `md5('queue-' || :position)::uuid`;
export const deviceHashSql = `decode(md5('queue-' || :position), 'hex')`;

/**
 * Adds 2.5 pending postings per page, all of them claimable. The pages are unpaid, and their owners have enough credits. Pages at consecutive positions have different owners, as with devices that poll
 * at the same moment.
 */
export async function fillQueue(pool: Pool, pages: number): Promise<void> {
  const users = Math.ceil(pages / PAGES_PER_OWNER);
  await pool.query(
    `INSERT INTO users (telegram_id, username, is_posting_active, posting_switched_at, credits_balance)
     SELECT 'queue-' || n, 'queue_' || n, true, now(), 1000000 FROM generate_series(0, ${users - 1}) n`,
  );
  await pool.query(
    `INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description)
     SELECT id, 'bonus', credits_balance, credits_balance, 'For the queue' FROM users WHERE telegram_id LIKE 'queue-%'`,
  );
  await pool.query(
    `INSERT INTO assistants (owner_id, name, posting_rules, queued_at)
     SELECT id, 'Queue', '${RULES}', now() FROM users WHERE telegram_id LIKE 'queue-%'`,
  );
  await pool.query(
    `WITH page AS (
       INSERT INTO pages (guid, owner_id, creator_id, name, last_polled_at)
       SELECT md5('queue-' || position)::uuid, u.id, 'queue-' || position, 'Page ' || position / ${users}, now()
       FROM generate_series(0, ${users * PAGES_PER_OWNER - 1}) position JOIN users u ON u.telegram_id = 'queue-' || position % ${users}
       RETURNING guid, creator_id
     )
     INSERT INTO devices (secret_hash, linking_token_hash, token_expires_at, requested_page, extension_version, page_guid, bound_at)
     SELECT decode(md5(creator_id), 'hex'), decode(md5(creator_id), 'hex'), now(), '{}', '1.0.0', guid, now() FROM page`,
  );
  await pool.query(
    `INSERT INTO tasks (owner_id, assistant_id, sequence_order, description, pending_count)
     SELECT a.owner_id, a.id, n, 'Flyer ' || n || ' of a long queue: three free days, from tonight until Sunday', ${PAGES_PER_OWNER}
     FROM assistants a CROSS JOIN generate_series(0, 2) n WHERE a.name = 'Queue'`,
  );
  const { rowCount } = await pool.query(
    `INSERT INTO page_postings (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours)
     SELECT t.owner_id, t.assistant_id, t.id, g.guid, now(), t.sequence_order, 0, 0, 0
     FROM tasks t JOIN assistants a ON a.id = t.assistant_id JOIN pages g ON g.owner_id = t.owner_id
     WHERE a.name = 'Queue' AND (t.sequence_order < 2 OR right(g.name, 1) IN ('0', '2', '4', '6', '8'))`,
  );
  if (rowCount !== users * PAGES_PER_OWNER * PENDING_PER_PAGE) throw new Error(`the queue has ${rowCount} postings`);
  await pool.query('VACUUM ANALYZE');
}
