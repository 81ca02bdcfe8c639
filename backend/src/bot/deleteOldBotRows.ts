import type { Pool } from 'pg';

/** Telegram redelivers for a day; after that what people wrote is none of our business any more. */
const UPDATES_KEPT_DAYS = 3;
const MESSAGES_KEPT_DAYS = 30;

/** What was handled and sent long ago. What still waits is never deleted. */
export async function deleteOldBotRows(pool: Pool): Promise<void> {
  const older = (column: string, days: number) => `${column} < now() - interval '${days} days'`;
  await pool.query(`DELETE FROM bot_updates WHERE ${older('handled_at', UPDATES_KEPT_DAYS)}`);
  await pool.query(
    `DELETE FROM bot_flyer_parts WHERE outcome IS NOT NULL AND ${older('received_at', UPDATES_KEPT_DAYS)}`,
  );
  // The line that tells of a finish is what keeps it from being told again: it stays as long as its assistant.
  await pool.query(
    `DELETE FROM bot_messages WHERE ${older('ended_at', MESSAGES_KEPT_DAYS)}
       AND (dedupe_key IS NULL OR dedupe_key NOT LIKE 'finished:%')`,
  );
}
