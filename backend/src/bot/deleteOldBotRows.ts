import type { Pool } from 'pg';

/** Telegram redelivers for a day; after that there is no reason to keep what people wrote. */
const UPDATES_KEPT_DAYS = 3;
const MESSAGES_KEPT_DAYS = 30;

/** Deletes what was handled or sent long ago, and never what still waits. */
export async function deleteOldBotRows(pool: Pool): Promise<void> {
  const older = (column: string, days: number) => `${column} < now() - interval '${days} days'`;
  await pool.query(`DELETE FROM bot_updates WHERE ${older('handled_at', UPDATES_KEPT_DAYS)}`);
  await pool.query(
    `DELETE FROM bot_flyer_parts WHERE outcome IS NOT NULL AND ${older('received_at', UPDATES_KEPT_DAYS)}`,
  );
  // The message about a finish is kept as long as its assistant: its dedupe key prevents a second one.
  await pool.query(
    `DELETE FROM bot_messages WHERE ${older('ended_at', MESSAGES_KEPT_DAYS)}
       AND (dedupe_key IS NULL OR dedupe_key NOT LIKE 'finished:%')`,
  );
}
