import { type Db, sql } from '../database/statement.ts';

/** Telegram redelivers for a day; after that what people wrote is none of our business any more. */
const UPDATES_KEPT_DAYS = 3;
const MESSAGES_KEPT_DAYS = 30;

const deleteUpdates = sql(`DELETE FROM bot_updates WHERE handled_at < now() - interval '${UPDATES_KEPT_DAYS} days'`);
const deleteFlyerParts = sql(
  `DELETE FROM bot_flyer_parts WHERE outcome IS NOT NULL AND received_at < now() - interval '${UPDATES_KEPT_DAYS} days'`,
);
// The line that tells of a finish is what keeps it from being told again: it stays as long as its assistant.
const deleteMessages = sql(
  `DELETE FROM bot_messages WHERE ended_at < now() - interval '${MESSAGES_KEPT_DAYS} days'
     AND (dedupe_key IS NULL OR dedupe_key NOT LIKE 'finished:%')`,
);

/** What was handled and sent long ago. What still waits is never deleted. */
export async function deleteOldBotRows(db: Db): Promise<void> {
  for (const deleteOld of [deleteUpdates, deleteFlyerParts, deleteMessages]) await deleteOld(db, []);
}
