import type { Pool } from 'pg';
import { hashSecret, newSecret } from '../src/http/secrets.ts';
import type { Headers } from './send.ts';

/** Creates a session of an existing user and returns its headers. */
export async function sessionOf(pool: Pool, userId: string): Promise<Headers> {
  const token = newSecret();
  await pool.query(`INSERT INTO sessions (token_hash, user_id, expires_at) VALUES ($1, $2, now() + interval '1 day')`, [
    hashSecret(token),
    userId,
  ]);
  const { rows } = await pool.query<{ telegram_id: string }>('SELECT telegram_id FROM users WHERE id = $1', [userId]);
  return { 'X-Session-Token': token, 'X-Telegram-ID': rows[0]?.telegram_id ?? '' };
}

/** Creates a user with a session. */
export async function newPerson(pool: Pool, { isAdmin = false } = {}): Promise<{ userId: string; headers: Headers }> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO users (telegram_id, username, first_name, is_admin)
     VALUES (floor(random() * 9e11 + 1e11)::bigint::text, 'bench', 'Bench', $1) RETURNING id`,
    [isAdmin],
  );
  const userId = rows[0]?.id ?? '';
  return { userId, headers: await sessionOf(pool, userId) };
}
