import { MAX_ASSISTANTS_PER_USER, MAX_FLYERS_PER_ASSISTANT } from '@flyerdeck/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { createAssistant, isTooManyAssistants } from '../assistants/assistants.service.ts';
import { addFlyer } from '../assistants/flyers.service.ts';
import type { AppContext } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { addFlyerFile, putImage, type StoredImage } from '../files/files.service.ts';
import { HttpError } from '../http/errors.ts';
import type { JobHandler } from '../jobs/enqueue.ts';
import { type AppLink, assistantPath } from './appLink.ts';
import { fetchPicture } from './fetchPicture.ts';
import { isSoleMessage } from './flyerPart.ts';
import { collectFlyersJobSql, findWaitingParts, markParts, type PartRow } from './flyerParts.query.ts';
import { dayOf } from './handlers.ts';
import { type Language, type Messages, messagesIn, type Refusal } from './messages/botMessages.ts';
import { queueMessages } from './outbox.ts';
import type { Telegram } from './telegram.ts';
import { readTelegramFailure, TelegramUnavailable } from './telegramFailure.ts';

interface Parts extends Pick<AppContext, 'dataSource' | 'files'> {
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
  ({ dataSource, files, telegram, appLink }: Parts): JobHandler<'collect_flyers'> =>
  async ({ chat_id: chatId, album }) => {
    const fetched: { part: PartRow; image: StoredImage | Refusal }[] = [];
    for (const part of await findWaitingParts(dataSource.manager, chatId, album)) {
      try {
        const image = await fetchPicture(telegram, part);
        fetched.push({ part, image: typeof image === 'string' ? image : await putImage(files, image) });
      } catch (error) {
        const waitMs = waitOf(error);
        if (waitMs === null) throw error;
        await enqueueAgain(dataSource, chatId, album, waitMs);
        return;
      }
    }
    const [first] = fetched;
    if (!first) return;
    await inTransaction(dataSource, async (manager) => {
      const messages = await lockOwner(manager, first.part.user_id);
      const added: { part: PartRow; fileId: string }[] = [];
      const refused: Refused[] = [];
      for (const { part, image } of fetched) {
        const fileId = typeof image === 'string' ? null : await addFileWithinQuota(manager, part.user_id, image);
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
      if (!(await markParts(manager, outcomes))) throw new Error('The same album is being collected elsewhere.');
      const payload = await addAll(manager, added, { messages, refused, appLink }).catch((error) => {
        if (!isTooManyAssistants(error)) throw error;
        return { text: messages.tooManyAssistants(MAX_ASSISTANTS_PER_USER) };
      });
      await queueMessages(manager, chatId, [{ payload: { kind: 'text', ...payload } }]);
    });
  };

/** Null where the owner's quota is used up. */
async function addFileWithinQuota(manager: EntityManager, ownerId: string, image: StoredImage): Promise<string | null> {
  try {
    return await addFlyerFile(manager, ownerId, image);
  } catch (error) {
    if (error instanceof HttpError && error.code === 'file.quota_exceeded') return null;
    throw error;
  }
}

async function addAll(
  manager: EntityManager,
  added: readonly { readonly part: PartRow; readonly fileId: string }[],
  answer: { messages: Messages; refused: readonly Refused[]; appLink: AppLink },
) {
  const { messages, refused, appLink } = answer;
  const [first] = added;
  if (!first) return { text: messages.noneAdded({ refused }) };
  const ownerId = first.part.user_id;
  const newName = messages.newAssistantName(dayOf(first.part.received_at.getTime() / 1000));
  const sentAt = first.part.received_at;
  const assistant = await newestWaitingAssistant(manager, { ownerId, sentAt, newName, flyers: added.length });
  for (const { part, fileId } of added) {
    await addFlyer(manager, { ownerId, assistantId: assistant.id, fileId, description: part.caption });
  }
  const [flyers] = await manager.query<{ total: number }[]>(
    'SELECT count(*)::int AS total FROM tasks WHERE assistant_id = $1 AND archived_at IS NULL',
    [assistant.id],
  );
  const total = flyers?.total ?? added.length;
  const facts = { assistant: assistant.name || messages.unnamed, added: added.length, total, refused };
  return appLink(messages.added(facts), messages, assistantPath(assistant.id));
}

/** Serialises two albums of one person, each of which would otherwise create an assistant. */
async function lockOwner(manager: EntityManager, userId: string): Promise<Messages> {
  const [user] = await manager.query<{ language: Language }[]>(
    'SELECT language FROM users WHERE id = $1 FOR NO KEY UPDATE',
    [userId],
  );
  return messagesIn(user?.language ?? 'en');
}

interface WantedAssistant {
  readonly ownerId: string;
  readonly sentAt: Date;
  readonly newName: string;
  /** The assistant must have room for this many. */
  readonly flyers: number;
}

/** The newest at the time at which the flyers were sent: the files may arrive hours later. */
async function newestWaitingAssistant(manager: EntityManager, { ownerId, sentAt, newName, flyers }: WantedAssistant) {
  // Locked, so that it is not queued before the flyers are in it. One that was queued while this waited for the lock is not in
  // the result, and an older one may now be the newest: so the query is repeated.
  for (let time = 0; time < 3; time++) {
    const [assistant] = await manager.query<{ id: string; name: string }[]>(
      `SELECT id, name FROM assistants a WHERE owner_id = $1 AND queued_at IS NULL AND deleted_at IS NULL
         AND (SELECT count(*) FROM tasks WHERE assistant_id = a.id AND archived_at IS NULL) + $3 <= ${MAX_FLYERS_PER_ASSISTANT}
       ORDER BY created_at <= $2 DESC, created_at DESC, id LIMIT 1 FOR NO KEY UPDATE`,
      [ownerId, sentAt, flyers],
    );
    if (assistant) return assistant;
  }
  return createAssistant(manager, ownerId, newName);
}

/** Null for an error that Telegram did not cause. */
function waitOf(error: unknown): number | null {
  if (error instanceof TelegramUnavailable) return error.waitMs;
  const failure = readTelegramFailure(error);
  return failure.kind === 'too_fast' ? failure.retryAfterSeconds * 1000 : null;
}

const enqueueAgain = (dataSource: DataSource, chatId: string, album: string, waitMs: number) =>
  dataSource.query(`SELECT ${collectFlyersJobSql('$1::text', '$2::text', '$3::integer')}`, [
    chatId,
    album,
    Math.ceil(waitMs),
  ]);
