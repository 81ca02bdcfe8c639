import { MAX_ASSISTANTS_PER_USER } from '@flyerdeck/contracts';
import { IsNull } from 'typeorm';
import { createAssistant, isTooManyAssistants } from '../assistants/assistants.service.ts';
import { addFlyer } from '../assistants/flyers.service.ts';
import { User } from '../auth/user.entity.ts';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import { addFlyerFile, putImage, type StoredImage } from '../files/files.service.ts';
import { HttpError } from '../http/errors.ts';
import type { JobHandler } from '../jobs/enqueue.query.ts';
import { Task } from '../tasks/task.entity.ts';
import { type AppLink, assistantPath } from './appLink.ts';
import { fetchPicture } from './fetchPicture.ts';
import { isSoleMessage } from './flyerPart.ts';
import { collectAgain, findWaitingParts, lockNewestWaiting, markParts, type PartRow } from './flyerParts.query.ts';
import { dayOf } from './handlers.ts';
import { type Messages, messagesIn, type Refusal } from './messages/messages.ts';
import { queueMessages } from './outbox.ts';
import type { Telegram } from './telegram.ts';
import { readTelegramFailure, TelegramUnavailable } from './telegramFailure.ts';

interface Parts extends Pick<AppContext, 'db' | 'files'> {
  readonly telegram: Telegram;
  readonly appLink: AppLink;
}
interface Refused {
  /** Its number within the album; null for a message of its own. */
  readonly place: number | null;
  readonly why: Refusal;
}

/**
 * Makes flyers of an album's parts (or of a single picture): fetched and stored first, then added, marked and answered in one
 * transaction. While Telegram can't give the files, the album waits.
 */
export const collectFlyers =
  ({ db, files, telegram, appLink }: Parts): JobHandler<'collect_flyers'> =>
  async ({ chat_id: chatId, album }) => {
    const fetched: { part: PartRow; image: StoredImage | Refusal }[] = [];
    for (const part of await findWaitingParts(db, [chatId, album])) {
      try {
        const image = await fetchPicture(telegram, part);
        fetched.push({ part, image: typeof image === 'string' ? image : await putImage(files, image) });
      } catch (error) {
        const waitMs = waitOf(error);
        if (waitMs === null) throw error;
        await collectAgain(db, [chatId, album, Math.ceil(waitMs)]);
        return;
      }
    }
    const [first] = fetched;
    if (!first) return;
    await inTransaction(db, async (db) => {
      const messages = await lockOwner(db, first.part.user_id);
      const added: { part: PartRow; fileId: string }[] = [];
      const refused: Refused[] = [];
      for (const { part, image } of fetched) {
        const fileId = typeof image === 'string' ? null : await addFileWithinQuota(db, part.user_id, image);
        if (fileId) added.push({ part, fileId });
        else {
          const why = typeof image === 'string' ? image : 'no_space';
          refused.push({ place: isSoleMessage(album) ? null : part.place, why });
        }
      }
      const addedIds = new Set(added.map(({ part }) => part.update_id));
      const outcomes = fetched.map(({ part: { update_id: updateId } }) => ({
        updateId,
        outcome: addedIds.has(updateId) ? ('added' as const) : ('refused' as const),
      }));
      // Another worker has collected it meanwhile.
      if (!(await markParts(db, outcomes))) throw new Error('The same album is being collected elsewhere.');
      const payload = await addAll(db, added, { messages, refused, appLink }).catch((error) => {
        if (!isTooManyAssistants(error)) throw error;
        return { text: messages.tooManyAssistants(MAX_ASSISTANTS_PER_USER) };
      });
      await queueMessages(db, chatId, [{ payload: { kind: 'text', ...payload } }]);
    });
  };

/** Null where the owner's space is used up. */
async function addFileWithinQuota(db: Db, ownerId: string, image: StoredImage): Promise<string | null> {
  try {
    return await addFlyerFile(db, ownerId, image);
  } catch (error) {
    if (error instanceof HttpError && error.code === 'file.quota_exceeded') return null;
    throw error;
  }
}

async function addAll(
  db: Db,
  added: readonly { readonly part: PartRow; readonly fileId: string }[],
  answer: { messages: Messages; refused: readonly Refused[]; appLink: AppLink },
) {
  const { messages, refused, appLink } = answer;
  const [first] = added;
  if (!first) return { text: messages.noneAdded({ refused }) };
  const ownerId = first.part.user_id;
  const newName = messages.newAssistantName(dayOf(first.part.received_at.getTime() / 1000));
  const sentAt = first.part.received_at;
  const assistant = await newestWaitingAssistant(db, { ownerId, sentAt, newName, flyers: added.length });
  for (const { part, fileId } of added) {
    await addFlyer(db, { ownerId, assistantId: assistant.id, fileId, description: part.caption });
  }
  const total = await db.countBy(Task, { assistantId: assistant.id, archivedAt: IsNull() });
  const facts = { assistant: assistant.name || messages.unnamed, added: added.length, total, refused };
  return appLink(messages.added(facts), messages, assistantPath(assistant.id));
}

/** Two albums of one person take turns, or each would make an assistant of its own. */
async function lockOwner(db: Db, userId: string): Promise<Messages> {
  const user = await db.findOneOrFail(User, { where: { id: userId }, lock: { mode: 'for_no_key_update' } });
  return messagesIn(user.language);
}

interface WantedAssistant {
  readonly ownerId: string;
  readonly sentAt: Date;
  readonly newName: string;
  /** How many it must have room for. */
  readonly flyers: number;
}

/** The newest of when the flyers were sent: files may have been hours on their way. */
async function newestWaitingAssistant(db: Db, { ownerId, sentAt, newName, flyers }: WantedAssistant) {
  // Locked against being queued before the flyers are in it. One that was queued while we waited for it falls out of the
  // result, and an older one may be the newest now: so asked again.
  for (let time = 0; time < 3; time++) {
    const [assistant] = await lockNewestWaiting(db, [ownerId, sentAt, flyers]);
    if (assistant) return assistant;
  }
  return createAssistant(db, ownerId, newName);
}

/** Null for what is not Telegram's doing. */
function waitOf(error: unknown): number | null {
  if (error instanceof TelegramUnavailable) return error.waitMs;
  const failure = readTelegramFailure(error);
  return failure.kind === 'too_fast' ? failure.retryAfterSeconds * 1000 : null;
}
