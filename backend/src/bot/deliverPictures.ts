import type { AppContext } from '../context.ts';
import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import type { JobHandler } from '../jobs/enqueue.query.ts';
import { intoAlbums, type Picture } from './albums.ts';
import { type AppLink, assistantPath } from './appLink.ts';
import {
  type DeliveryAssistant,
  type DeliveryPosting,
  forgetRequest,
  listForDelivery,
  lockForDelivery,
  markDelivered,
} from './delivery.query.ts';
import { type Messages, messagesIn } from './messages/botMessages.ts';
import { queueMessages } from './outbox.ts';

const MAX_CAPTION_LENGTH = 1_024;

type Parts = Pick<AppContext, 'db'> & { readonly appLink: AppLink };

/**
 * Sends an assistant's screenshots to its owner: the new ones when it has finished, all of them when they were requested.
 * Triggers enqueue it whenever that may be the case (migration 0004); the check is made here, under the assistant's lock.
 */
export const deliverPictures =
  ({ db, appLink }: Parts): JobHandler<'deliver_pictures'> =>
  ({ assistant_id: assistantId }) =>
    inTransaction(db, async (db) => {
      const assistant = await lockForDelivery(db, assistantId);
      if (!assistant) return;
      // There are no messages about a deleted assistant.
      if (assistant.is_deleted) return void (await forgetRequest(db, [assistantId]));
      const postings = await listForDelivery(db, [assistantId]);
      const messages = messagesIn(assistant.language);
      const link = (text: string) => appLink(text, messages, assistantPath(assistantId));

      const answersRequest = isAnswerable(assistant, postings);
      const isNewFinish =
        isFinished(postings) && (await reportFinish(db, { assistantId, assistant, postings, messages, link }));
      if (answersRequest) {
        await forgetRequest(db, [assistantId]);
        const facts = {
          assistant: assistant.name || messages.unnamed,
          pictures: postings.filter(hasPicture).length,
          withoutPicture: postings.filter(lacksPicture).length,
        };
        await queueMessages(db, assistant.telegram_id, [
          { payload: { kind: 'text', ...link(messages.picturesAgain(facts)) } },
        ]);
      }
      if (answersRequest || isNewFinish) {
        const chosen = postings.filter((posting) => hasPicture(posting) && (answersRequest || !posting.is_delivered));
        const albums = intoAlbums(chosen.map(pictureOf), assistant.screenshot_as_file);
        await queueMessages(
          db,
          assistant.telegram_id,
          albums.map((payload) => ({ payload })),
        );
        await markDelivered(db, [chosen.map(({ id }) => id)]);
      }
    });

const hasPicture = ({ picture_file_id }: DeliveryPosting) => picture_file_id !== null;
const lacksPicture = ({ status, picture_file_id }: DeliveryPosting) =>
  status === 'completed' && picture_file_id === null;
const isFinished = (postings: readonly DeliveryPosting[]) =>
  postings.length > 0 && postings.every(({ status }) => status === 'completed' || status === 'failed');

/** Everything that was posted before the request has its screenshot, or will never have one. */
function isAnswerable({ requested_at: requestedAt }: DeliveryAssistant, postings: readonly DeliveryPosting[]): boolean {
  if (requestedAt === null) return false;
  return postings.every(
    ({ status, posted_at, picture_file_id, screenshot_error }) =>
      (status !== 'posted' && status !== 'completed') ||
      (posted_at !== null && posted_at > requestedAt) ||
      picture_file_id !== null ||
      screenshot_error !== null,
  );
}

interface Finish {
  readonly assistantId: string;
  readonly assistant: DeliveryAssistant;
  readonly postings: readonly DeliveryPosting[];
  readonly messages: Messages;
  readonly link: (text: string) => ReturnType<AppLink>;
}

/** False where this finish was reported before: no posting has changed since. */
async function reportFinish(db: Db, finish: Finish): Promise<boolean> {
  const { assistantId, assistant, postings, messages, link } = finish;
  const moves = postings.reduce((sum, { transitions_count }) => sum + transitions_count, 0);
  const failed = postings.filter(({ status }) => status === 'failed');
  const text = messages.finished({
    assistant: assistant.name || messages.unnamed,
    posted: postings.length - failed.length,
    failed: failed.length,
    failedPages: [...new Set(failed.map(({ page_name }) => page_name))],
    withoutPicture: postings.filter(lacksPicture).length,
  });
  const told = await queueMessages(db, assistant.telegram_id, [
    { payload: { kind: 'text', ...link(text) }, dedupeKey: `finished:${assistantId}:${moves}` },
  ]);
  return told > 0;
}

const pictureOf = (posting: DeliveryPosting): Picture => ({
  fileId: posting.picture_file_id ?? '',
  caption: posting.page_name.slice(0, MAX_CAPTION_LENGTH),
  byteSize: posting.byte_size ?? 0,
  width: posting.width ?? 1,
  height: posting.height ?? 1,
});
