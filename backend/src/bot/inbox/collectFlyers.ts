import { MAX_ASSISTANTS_PER_USER, MAX_IMAGE_BYTES } from '@flyerdeck/contracts';
import { GrammyError } from 'grammy';
import { IsNull } from 'typeorm';
import { User } from '../../accounts/auth/user.entity.ts';
import { createAssistant, isTooManyAssistants } from '../../assistants/assistants.service.ts';
import { addFlyers } from '../../assistants/flyers/flyers.service.ts';
import { Task } from '../../assistants/tasks/task.entity.ts';
import type { AppContext } from '../../context.ts';
import type { Db } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { addFlyerFile, type CheckedImage, checkImage, putImage, type StoredImage } from '../../files/files.service.ts';
import type { JobHandler } from '../../jobs/enqueue.query.ts';
import { HttpError } from '../../server/http/errors.ts';
import { messagesIn, type Refusal } from '../messages/botMessages.ts';
import type { RefusedFile } from '../messages/messageFacts.ts';
import { type AppLink, assistantPath, queueText } from '../outbox/outbox.ts';
import { type Telegram, TelegramUnavailable } from '../outbox/telegram.ts';
import {
  collectAfter,
  findWaitingParts,
  isSoleMessage,
  lockNewestWaiting,
  markPart,
  type PartRow,
} from './flyerParts.ts';
import { dayOf } from './handlers.ts';

interface Parts extends Pick<AppContext, 'db' | 'files' | 'hints' | 'limits'> {
  readonly telegram: Telegram;
  readonly appLink: AppLink;
}

/** Files are stored first; then one transaction adds the flyers, marks the parts and queues the answer. While Telegram is unavailable, the job is postponed. */
export const collectFlyers =
  ({ db, files, hints, limits, telegram, appLink }: Parts): JobHandler<'collect_flyers'> =>
  async ({ chat_id: chatId, album }) => {
    const fetched: { part: PartRow; image: StoredImage | Refusal }[] = [];
    for (const part of await findWaitingParts(db, [chatId, album])) {
      try {
        const image = await fetchImage(telegram, part);
        const refused =
          typeof image === 'string'
            ? image
            : await limits.upload_kilobytes
                .consume(part.user_id, Math.ceil(image.bytes.length / 1024))
                .then(() => null, noSpaceIfLimited);
        fetched.push({ part, image: typeof image === 'string' ? image : (refused ?? (await putImage(files, image))) });
      } catch (error) {
        if (!(error instanceof TelegramUnavailable)) throw error;
        await collectAfter(db, [chatId, album, Math.ceil(error.waitMs)]);
        return;
      }
    }
    const [first] = fetched;
    if (!first) return;
    const { user_id: ownerId, received_at: sentAt } = first.part;
    await inTransaction(db, async (db) => {
      // Albums of one user are handled one after the other: otherwise each of them could create an assistant.
      const owner = await db.findOneOrFail(User, { where: { id: ownerId }, lock: { mode: 'for_no_key_update' } });
      const messages = messagesIn(owner.language);
      const added: { fileId: string; description: string }[] = [];
      const refused: RefusedFile[] = [];
      for (const { part, image } of fetched) {
        const fileId =
          typeof image === 'string' ? null : await addFlyerFile(db, ownerId, image).catch(nullIfQuotaExceeded);
        const [marked] = await markPart(db, [part.update_id, fileId ? 'added' : 'refused']);
        if (!marked) throw new Error('Another worker already collected this album.');
        if (fileId) added.push({ fileId, description: part.caption });
        else {
          const why = typeof image === 'string' ? image : 'no_space';
          refused.push({ position: isSoleMessage(album) ? null : part.position, why });
        }
      }
      const answer = async () => {
        if (added.length === 0) return { text: messages.noneAdded(refused) };
        const newName = messages.newAssistantName(dayOf(sentAt.getTime() / 1000));
        const assistant =
          (await newestWaitingAssistant(db, ownerId, sentAt, added.length)) ??
          (await createAssistant(db, ownerId, newName));
        await addFlyers(db, { ownerId, assistantId: assistant.id, flyers: added });
        const total = await db.countBy(Task, { assistantId: assistant.id, archivedAt: IsNull() });
        const facts = { assistant: assistant.name || messages.unnamed, added: added.length, total, refused };
        return appLink(messages.added(facts), messages, assistantPath(assistant.id));
      };
      const text = await answer().catch((error) => {
        if (!isTooManyAssistants(error)) throw error;
        return { text: messages.tooManyAssistants(MAX_ASSISTANTS_PER_USER) };
      });
      await queueText(db, chatId, text);
    });
    hints.send({ kind: 'changed', owner: ownerId, tags: ['Assistant', 'Task'] });
  };

function noSpaceIfLimited(error: unknown): Refusal {
  if (error instanceof HttpError && error.code === 'rate_limited') return 'no_space';
  throw error;
}

function nullIfQuotaExceeded(error: unknown): null {
  if (error instanceof HttpError && error.code === 'file.quota_exceeded') return null;
  throw error;
}

/** Undefined when none has room for so many flyers. */
async function newestWaitingAssistant(db: Db, ownerId: string, sentAt: Date, flyers: number) {
  // An assistant that is queued while the query waits for its lock is dropped from the result, although an older one may be waiting.
  for (let attempt = 0; attempt < 3; attempt++) {
    const [assistant] = await lockNewestWaiting(db, [ownerId, sentAt, flyers]);
    if (assistant) return assistant;
  }
}

/** Returns the reason when the file is refused. Throws TelegramUnavailable. */
export async function fetchImage(
  { api, circuitBreaker, download }: Telegram,
  { file_id: fileId, file_size: fileSize }: PartRow,
): Promise<CheckedImage | Refusal> {
  if (fileId === null) return 'not_an_image';
  if (Number(fileSize ?? 0) > MAX_IMAGE_BYTES) return 'too_large';
  let bytes: Buffer | null;
  try {
    bytes = await circuitBreaker.run(async () => {
      const { file_path } = await api.getFile(fileId);
      if (!file_path) throw new Error('Telegram gave no path for a file.');
      return download(file_path);
    });
  } catch (error) {
    if (!(error instanceof GrammyError)) throw error;
    // Telegram answers "Bad Request: file is too big". The message itself may have no size.
    return /too big/i.test(error.description) ? 'too_large' : 'not_available';
  }
  if (!bytes) return 'not_available';
  const { length } = bytes;
  return checkImage(bytes).catch((error) => refusalOf(error, length));
}

function refusalOf(error: unknown, byteSize: number): Refusal {
  if (!(error instanceof HttpError) || error.status >= 500) throw error;
  if (error.code === 'file.too_large') return byteSize > MAX_IMAGE_BYTES ? 'too_large' : 'damaged';
  return /damaged/.test(error.message) ? 'damaged' : 'not_an_image';
}
