import { type Db, sql } from '../database/statement.ts';

/** Telegram redelivers for a day; after that there is no reason to keep what people wrote. */
const UPDATES_KEPT_DAYS = 3;
const MESSAGES_KEPT_DAYS = 30;

const deleteUpdates = sql(`DELETE FROM bot_updates WHERE handled_at < now() - interval '${UPDATES_KEPT_DAYS} days'`);
const deleteFlyerParts = sql(
  `DELETE FROM bot_flyer_parts WHERE outcome IS NOT NULL AND received_at < now() - interval '${UPDATES_KEPT_DAYS} days'`,
);
// The message about a finish is kept as long as its assistant: its dedupe key prevents a second one.
const deleteMessages = sql(
  `DELETE FROM bot_messages WHERE ended_at < now() - interval '${MESSAGES_KEPT_DAYS} days'
     AND (dedupe_key IS NULL OR dedupe_key NOT LIKE 'finished:%')`,
);

/** Deletes what was handled or sent long ago, and never what still waits. */
export async function deleteOldBotRows(db: Db): Promise<void> {
  for (const deleteOld of [deleteUpdates, deleteFlyerParts, deleteMessages]) await deleteOld(db, []);
}
