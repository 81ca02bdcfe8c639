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
import { type Messages, messagesIn, type Refusal } from './messages/botMessages.ts';
import { queueMessages } from './outbox.ts';
import type { Telegram } from './telegram.ts';
import { readTelegramFailure, TelegramUnavailable } from './telegramFailure.ts';

interface Parts extends Pick<AppContext, 'db' | 'files'> {
  readonly telegram: Telegram;
  readonly appLink: AppLink;
}
interface Refused {
  /** Its position in the album; null for a single message. */
  readonly place: number | null;
  readonly why: Refusal;
}

/**
 * Turns the parts of an album (or a single picture) into flyers: fetched and stored first, then added, marked and answered in
 * one transaction. While Telegram cannot give the files, the album waits.
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
      // Another worker already collected this album.
      if (!(await markParts(db, outcomes))) throw new Error('The same album is being collected elsewhere.');
      const payload = await addAll(db, added, { messages, refused, appLink }).catch((error) => {
        if (!isTooManyAssistants(error)) throw error;
        return { text: messages.tooManyAssistants(MAX_ASSISTANTS_PER_USER) };
      });
      await queueMessages(db, chatId, [{ payload: { kind: 'text', ...payload } }]);
    });
  };

/** Null where the owner's quota is used up. */
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

/** Serialises two albums of one person, each of which would otherwise create an assistant. */
async function lockOwner(db: Db, userId: string): Promise<Messages> {
  const user = await db.findOneOrFail(User, { where: { id: userId }, lock: { mode: 'for_no_key_update' } });
  return messagesIn(user.language);
}

interface WantedAssistant {
  readonly ownerId: string;
  readonly sentAt: Date;
  readonly newName: string;
  /** The assistant must have room for this many. */
  readonly flyers: number;
}

/** The newest at the time at which the flyers were sent: the files may arrive hours later. */
async function newestWaitingAssistant(db: Db, { ownerId, sentAt, newName, flyers }: WantedAssistant) {
  // Locked, so that it is not queued before the flyers are in it. One that was queued while this waited for the lock is not in
  // the result, and an older one may now be the newest: so the query is repeated.
  for (let time = 0; time < 3; time++) {
    const [assistant] = await lockNewestWaiting(db, [ownerId, sentAt, flyers]);
    if (assistant) return assistant;
  }
  return createAssistant(db, ownerId, newName);
}

/** Null for an error that Telegram did not cause. */
function waitOf(error: unknown): number | null {
  if (error instanceof TelegramUnavailable) return error.waitMs;
  const failure = readTelegramFailure(error);
  return failure.kind === 'too_fast' ? failure.retryAfterSeconds * 1000 : null;
}
