import type { Pool } from 'pg';
import { hashSecret, newSecret } from '../src/server/security/secrets.ts';
import type { Headers } from './send.ts';

export async function sessionOf(pool: Pool, userId: string): Promise<Headers> {
  const token = newSecret();
  await pool.query(`INSERT INTO sessions (token_hash, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`, [
    hashSecret(token),
    userId,
  ]);
  const { rows } = await pool.query<{ telegram_id: string }>('SELECT telegram_id FROM users WHERE id = $1', [userId]);
  return { 'X-Session-Token': token, 'X-Telegram-ID': rows[0]?.telegram_id ?? '' };
}

export async function newPerson(pool: Pool, { isAdmin = false } = {}): Promise<{ userId: string; headers: Headers }> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO users (telegram_id, username, first_name, is_admin)
     VALUES (floor(random() * 9e11 + 1e11)::bigint::text, 'bench', 'Bench', $1) RETURNING id`,
    [isAdmin],
  );
  const userId = rows[0]?.id ?? '';
  return { userId, headers: await sessionOf(pool, userId) };
}

interface Sizes {
  readonly users: number;
  readonly pagesEach: number;
  readonly flyers: number;
  readonly credits: number;
}

export interface DevicePage {
  readonly guid: string;
  readonly ownerId: string;
  readonly deviceSecret: string;
}

const RULES =
  '{"target_pages": [], "target_tags": [], "start_delay_hours": 0, "delay_between_tasks_hours": 0, "duplication_time_hours": 0}';

export async function fillDevices(pool: Pool, { users, pagesEach, flyers, credits }: Sizes): Promise<DevicePage[]> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows: owners } = await client.query<{ id: string }>(
      `INSERT INTO users (telegram_id, username, is_posting_active, posting_switched_at, credits_balance)
       SELECT floor(random() * 9e11 + 1e11)::bigint::text, 'bench', true, now(), $2::int FROM generate_series(1, $1::int) RETURNING id`,
      [users, credits],
    );
    const ids = owners.map(({ id }) => id);
    await client.query(
      `INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description)
       SELECT id, 'bonus', $2::int, $2::int, 'For the bench' FROM unnest($1::uuid[]) id`,
      [ids, credits],
    );
    const { rows: pages } = await client.query<{ guid: string; ownerId: string }>(
      `INSERT INTO pages (owner_id, creator_id, name, last_polled_at)
       SELECT id, gen_random_uuid()::text, 'Page ' || n, now() FROM unnest($1::uuid[]) id CROSS JOIN generate_series(1, $2::int) n
       RETURNING guid, owner_id AS "ownerId"`,
      [ids, pagesEach],
    );
    const devices = pages.map((page) => ({ ...page, deviceSecret: newSecret() }));
    await client.query(
      `INSERT INTO devices (secret_hash, linking_token_hash, token_expires_at, requested_page, extension_version, page_guid, bound_at)
       SELECT hash, hash, now(), '{}', '1.0.0', guid, now() FROM unnest($1::uuid[], $2::bytea[]) d (guid, hash)`,
      [devices.map(({ guid }) => guid), devices.map(({ deviceSecret }) => hashSecret(deviceSecret))],
    );
    await client.query(
      `WITH a AS (
         INSERT INTO assistants (owner_id, name, posting_rules, queued_at)
         SELECT id, 'Bench', '${RULES}', now() FROM unnest($1::uuid[]) id RETURNING id, owner_id
       ), t AS (
         INSERT INTO tasks (owner_id, assistant_id, sequence_order, description, pending_count)
         SELECT a.owner_id, a.id, k, 'Flyer ' || k, $3::int FROM a CROSS JOIN generate_series(0, $2::int - 1) k
         RETURNING id, owner_id, assistant_id, sequence_order
       )
       INSERT INTO page_postings (owner_id, assistant_id, task_id, page_guid, queued_at, sequence_order, run_index, delay_hours, gap_hours)
       SELECT t.owner_id, t.assistant_id, t.id, g.guid, now(), t.sequence_order, 0, 0, 0
       FROM t JOIN unnest($4::uuid[], $5::uuid[]) g (guid, owner_id) ON g.owner_id = t.owner_id`,
      [ids, flyers, pagesEach, pages.map(({ guid }) => guid), pages.map(({ ownerId }) => ownerId)],
    );
    await client.query('COMMIT');
    return devices;
  } finally {
    client.release();
  }
}
