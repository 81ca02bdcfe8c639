import { type Db, sql } from '../database/statement.ts';

/** Telegram redelivers an update for a day. After that there is no reason to keep users' messages. */
const UPDATES_KEPT_DAYS = 3;
const MESSAGES_KEPT_DAYS = 30;

const deleteUpdates = sql(`DELETE FROM bot_updates WHERE handled_at < now() - interval '${UPDATES_KEPT_DAYS} days'`);
const deleteFlyerParts = sql(
  `DELETE FROM bot_flyer_parts WHERE outcome IS NOT NULL AND received_at < now() - interval '${UPDATES_KEPT_DAYS} days'`,
);
// Messages about a finished assistant are kept, because their dedupe key prevents a second message.
const deleteMessages = sql(
  `DELETE FROM bot_messages WHERE ended_at < now() - interval '${MESSAGES_KEPT_DAYS} days'
     AND (dedupe_key IS NULL OR dedupe_key NOT LIKE 'finished:%')`,
);

/** Deletes updates that were handled and messages that were sent long ago. Waiting ones are kept. */
export async function deleteOldBotRows(db: Db): Promise<void> {
  for (const deleteOld of [deleteUpdates, deleteFlyerParts, deleteMessages]) await deleteOld(db, []);
}
