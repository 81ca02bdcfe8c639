import { MAX_FLYERS_PER_ASSISTANT } from '@flyerdeck/contracts';
import type { Message, Update } from 'grammy/types';
import { type Db, sql } from '../../database/statement.ts';
import { addJobSql } from '../../jobs/enqueue.query.ts';
import { chatQueueSql } from './updates.query.ts';

interface FlyerPart {
  /** The album that the message belongs to, or this message alone. */
  readonly album: string;
  readonly caption: string;
  /** Null when the file is not a picture. */
  readonly fileId: string | null;
  readonly fileSize: number | null;
}

/** Null for a message without a file. Videos and other files are parts too: an album may contain them, and the answer refuses them. */
export function flyerPartOf(message: Message): FlyerPart | null {
  const file = fileOf(message);
  if (!file) return null;
  return {
    album: message.media_group_id ? `album:${message.media_group_id}` : `message:${message.message_id}`,
    caption: message.caption ?? '',
    fileId: file.isImage ? file.file_id : null,
    fileSize: file.file_size ?? null,
  };
}

type SentFile = { readonly file_id: string; readonly file_size?: number; readonly isImage: boolean };

function fileOf({ photo, animation, document, video, audio, voice, video_note }: Message): SentFile | null {
  if (photo) {
    const largest = photo.reduce((a, b) => (b.width * b.height > a.width * a.height ? b : a));
    return { ...largest, isImage: true };
  }
  // Telegram converts GIFs to videos. It also sets 'document', for older bots.
  if (animation) return { ...animation, isImage: animation.mime_type === 'image/gif' };
  // Some clients send no type. Then the type is read from the bytes.
  if (document) return { ...document, isImage: document.mime_type?.startsWith('image/') ?? true };
  const other = video ?? audio ?? voice ?? video_note;
  return other ? { ...other, isImage: false } : null;
}

export const isSoleMessage = (album: string) => album.startsWith('message:');

/** A later part is added to the same assistant. */
const ALBUM_QUIET_MS = 1_500;

/** Each further part postpones the album's one waiting job by $3 milliseconds. */
export const collectAfter = sql<never, [chatId: string, album: string, waitMs: number]>(
  `SELECT ${addJobSql(
    'collect_flyers',
    `json_build_object('chat_id', $1::text, 'album', $2::text)`,
    `'flyers:' || $1::text || ':' || $2::text`,
    { queueSql: chatQueueSql('$1::text'), runAtSql: `now() + $3::integer * interval '1 millisecond'` },
  )}`,
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

export async function storeFlyerPart(
  db: Db,
  { album, caption, fileId, fileSize, userId, update }: FlyerPart & { userId: string; update: Update },
): Promise<void> {
  const { chat, message_id } = update.message as Message;
  const chatId = String(chat.id);
  await insertPart(db, [update.update_id, userId, chatId, album, message_id, caption, fileId, fileSize]);
  await collectAfter(db, [chatId, album, isSoleMessage(album) ? 0 : ALBUM_QUIET_MS]);
}

export type PartRow = {
  readonly update_id: string;
  readonly user_id: string;
  readonly caption: string;
  readonly file_id: string | null;
  readonly file_size: number | null;
  readonly position: number;
  readonly received_at: Date;
};

/** In the order in which they were sent. */
export const findWaitingParts = sql<PartRow, [chatId: string, album: string]>(
  `SELECT update_id, user_id, caption, file_id, file_size, position, received_at FROM (
     SELECT update_id, user_id, message_id, file_id, file_size, outcome, received_at,
       (row_number() OVER (ORDER BY message_id))::int AS position,
       -- Telegram shows an album's only caption below the whole album; with several captions, each part has its own.
       CASE WHEN count(*) FILTER (WHERE caption <> '') OVER () = 1 THEN max(caption) OVER () ELSE caption END AS caption
     FROM bot_flyer_parts WHERE chat_id = $1 AND album = $2
   ) parts
   WHERE outcome IS NULL ORDER BY message_id`,
);

/** No row when another worker has already handled the part. */
export const markPart = sql<{ update_id: string }, [updateId: string, outcome: 'added' | 'refused']>(
  'UPDATE bot_flyer_parts SET outcome = $2 WHERE update_id = $1 AND outcome IS NULL RETURNING update_id',
);

/** Assistants that existed when the flyers were sent come first, because the files may be downloaded hours later. The lock keeps it from being queued meanwhile. */
export const lockNewestWaiting = sql<{ id: string; name: string }, [ownerId: string, sentAt: Date, flyers: number]>(
  `SELECT id, name FROM assistants a WHERE owner_id = $1 AND queued_at IS NULL AND deleted_at IS NULL
     AND (SELECT count(*) FROM tasks WHERE assistant_id = a.id AND archived_at IS NULL) + $3 <= ${MAX_FLYERS_PER_ASSISTANT}
   ORDER BY created_at <= $2 DESC, created_at DESC, id LIMIT 1 FOR NO KEY UPDATE`,
);
