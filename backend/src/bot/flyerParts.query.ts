import { MAX_FLYERS_PER_ASSISTANT } from '@flyerdeck/contracts';
import type { Message, Update } from 'grammy/types';
import { type Db, sql } from '../database/statement.ts';
import { addJobSql } from '../jobs/enqueue.query.ts';
import { type FlyerPart, isSoleMessage } from './flyerPart.ts';
import { chatQueueSql } from './updates.query.ts';

/** An album is complete when this time has passed since its last part; a later part is added to the same assistant. */
const ALBUM_QUIET_MS = 1_500;

/** One job waits for each album; every further part postpones it. */
export const collectFlyersJobSql = (chatIdSql: string, albumSql: string, waitMsSql: string) =>
  addJobSql(
    'collect_flyers',
    `json_build_object('chat_id', ${chatIdSql}, 'album', ${albumSql})`,
    `'flyers:' || ${chatIdSql} || ':' || ${albumSql}`,
    { queueSql: chatQueueSql(chatIdSql), runAtSql: `now() + ${waitMsSql} * interval '1 millisecond'` },
  );

/** Collects an album after so many milliseconds. */
export const collectAgain = sql<never, [chatId: string, album: string, waitMs: number]>(
  `SELECT ${collectFlyersJobSql('$1::text', '$2::text', '$3::integer')}`,
);

const insertPart = sql<
  never,
  [
    updateId: number,
    userId: string,
    chatId: string,
    album: string,
    messageId: number,
    caption: string,
    fileId: string | null,
    fileSize: number | null,
  ]
>(
  `INSERT INTO bot_flyer_parts (update_id, user_id, chat_id, album, message_id, caption, file_id, file_size)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

/** Within the transaction that handles the update. */
export async function keepFlyerPart(
  db: Db,
  { album, caption, fileId, fileSize, userId, update }: FlyerPart & { userId: string; update: Update },
): Promise<void> {
  const { chat, message_id } = update.message as Message;
  const chatId = String(chat.id);
  await insertPart(db, [update.update_id, userId, chatId, album, message_id, caption, fileId, fileSize]);
  await collectAgain(db, [chatId, album, isSoleMessage(album) ? 0 : ALBUM_QUIET_MS]);
}

export type PartRow = {
  readonly update_id: string;
  readonly user_id: string;
  readonly caption: string;
  readonly file_id: string | null;
  readonly file_size: number | null;
  /** Its position in the album, from one. */
  readonly place: number;
  readonly received_at: Date;
};

/** The parts of an album that are not handled yet, in the order in which they were sent, each with its caption. */
export const findWaitingParts = sql<PartRow, [chatId: string, album: string]>(
  `SELECT update_id, user_id, caption, file_id, file_size, place, received_at FROM (
     SELECT update_id, user_id, message_id, file_id, file_size, outcome, received_at,
       (row_number() OVER (ORDER BY message_id))::int AS place,
       -- Telegram shows an album's only caption below the whole album; with several captions, each part has its own.
       CASE WHEN count(*) FILTER (WHERE caption <> '') OVER () = 1 THEN max(caption) OVER () ELSE caption END AS caption
     FROM bot_flyer_parts WHERE chat_id = $1 AND album = $2
   ) parts
   WHERE outcome IS NULL ORDER BY message_id`,
);

const setOutcomes = sql<{ update_id: string }, [updateIds: readonly string[], outcomes: readonly string[]]>(
  `UPDATE bot_flyer_parts p SET outcome = o.outcome
   FROM unnest($1::bigint[], $2::text[]) AS o (update_id, outcome)
   WHERE p.update_id = o.update_id AND p.outcome IS NULL RETURNING p.update_id`,
);

/** False where another worker has handled one of them already. */
export async function markParts(
  db: Db,
  outcomes: readonly { readonly updateId: string; readonly outcome: 'added' | 'refused' }[],
): Promise<boolean> {
  const marked = await setOutcomes(db, [
    outcomes.map(({ updateId }) => updateId),
    outcomes.map(({ outcome }) => outcome),
  ]);
  return marked.length === outcomes.length;
}

/**
 * The owner's newest waiting assistant of when the flyers were sent that has room for so many more; files may have been hours on
 * their way. Its row is locked against being queued.
 */
export const lockNewestWaiting = sql<{ id: string; name: string }, [ownerId: string, sentAt: Date, flyers: number]>(
  `SELECT id, name FROM assistants a WHERE owner_id = $1 AND queued_at IS NULL AND deleted_at IS NULL
     AND (SELECT count(*) FROM tasks WHERE assistant_id = a.id AND archived_at IS NULL) + $3 <= ${MAX_FLYERS_PER_ASSISTANT}
   ORDER BY created_at <= $2 DESC, created_at DESC, id LIMIT 1 FOR NO KEY UPDATE`,
);
