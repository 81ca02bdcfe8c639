import { sql } from '../database/statement.ts';

/** Who gets the link. No row if one was sent within the last minute. The caller has locked the user's row. */
export const findRecipient = sql<
  { telegram_id: string; language: 'en' | 'ru' },
  [userId: string, keys: readonly string[]]
>(
  `SELECT telegram_id, language FROM users WHERE id = $1 AND NOT EXISTS (
     SELECT FROM bot_messages WHERE dedupe_key = ANY ($2) AND created_at > now() - interval '1 minute')`,
);
