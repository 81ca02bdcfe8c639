import { UNCONFIRMED_CODE } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import type { Db } from '../database/statement.ts';
import { inTransaction } from '../database/transaction.ts';
import type { JobHandler } from '../jobs/enqueue.query.ts';
import { postUrl } from '../postings/detailedPosting.presenter.ts';
import { button } from './actions.ts';
import {
  type DeliveryAssistant,
  type DeliveryPosting,
  deleteScreenshotRequest,
  listForDelivery,
  lockForDelivery,
  markDelivered,
} from './delivery.query.ts';
import { messagesIn } from './messages/botMessages.ts';
import { paragraphs } from './messages/wording.ts';
import {
  type AppLink,
  assistantPath,
  type MessageText,
  queueMessages,
  queueText,
  type ScreenshotsPayload,
} from './outbox.ts';

type Parts = Pick<AppContext, 'db' | 'config'> & { readonly appLink: AppLink };

/** enqueue_screenshot_delivery.sql enqueues this job whenever it may be needed; the job itself checks that, after it has locked the assistant. */
export const deliverScreenshots =
  ({ db, config, appLink }: Parts): JobHandler<'deliver_screenshots'> =>
  async ({ assistant_id: assistantId }) => {
    await inTransaction(db, (db) => deliver(db, appLink, config.creatorSiteOrigin, assistantId));
  };

async function deliver(db: Db, appLink: AppLink, siteOrigin: string | null, assistantId: string): Promise<void> {
  const [row] = await lockForDelivery(db, [assistantId]);
  if (!row) return;
  if (row.is_deleted) {
    await deleteScreenshotRequest(db, [assistantId]);
    return;
  }
  const postings = await listForDelivery(db, [assistantId]);
  const messages = messagesIn(row.language);
  const say = (text: string, dedupeKey?: string, actions: MessageText['actions'] = []) =>
    queueText(db, row.telegram_id, { ...appLink(text, messages, assistantPath(assistantId)), actions }, dedupeKey);
  const assistant = row.name || messages.unnamed;
  const withoutScreenshot = postings.filter(({ status, screenshot }) => status === 'completed' && !screenshot).length;

  let isNewFinish = false;
  if (isFinished(postings)) {
    const failed = postings.filter(({ status }) => status === 'failed');
    const failedPages = [...new Set(failed.map(({ page_name }) => page_name))];
    const posted = postings.length - failed.length;
    const text = messages.finished({ assistant, posted, failed: failed.length, failedPages, withoutScreenshot });
    // The dedupe key contains the number of transitions: a finish is not reported twice unless a posting has changed since.
    const transitions = postings.reduce((sum, { transitions_count }) => sum + transitions_count, 0);
    const canRetry = failed.some(({ error_code }) => error_code !== UNCONFIRMED_CODE);
    const actions = canRetry ? [button('retry', assistantId, transitions, messages)] : [];
    isNewFinish = (await say(text, `finished:${assistantId}:${transitions}`, actions)) > 0;
  }
  const answersRequest = isAnswerable(row, postings);
  if (answersRequest) {
    await deleteScreenshotRequest(db, [assistantId]);
    const screenshots = postings.filter(({ screenshot }) => screenshot).length;
    await say(messages.screenshotsAgain({ assistant, screenshots, withoutScreenshot }));
  }
  if (!answersRequest && !isNewFinish) return;
  const chosen = postings.flatMap(({ page_name, live_path, screenshot, is_delivered }) =>
    screenshot && (answersRequest || !is_delivered)
      ? [{ caption: paragraphs(page_name, postUrl(siteOrigin, live_path) ?? false), ...screenshot }]
      : [],
  );
  const albums = intoAlbums(chosen, row.screenshot_as_file);
  await queueMessages(
    db,
    row.telegram_id,
    albums.map((payload) => ({ payload })),
  );
  await markDelivered(db, [chosen.map(({ fileId }) => fileId)]);
}

const isFinished = (postings: readonly DeliveryPosting[]) =>
  postings.length > 0 && postings.every(({ status }) => status === 'completed' || status === 'failed');

/** Every post before the request has its screenshot or will never have one. */
function isAnswerable({ requested_at: requestedAt }: DeliveryAssistant, postings: readonly DeliveryPosting[]): boolean {
  if (requestedAt === null) return false;
  return postings.every(
    ({ status, posted_at, screenshot, screenshot_error }) =>
      (status !== 'posted' && status !== 'completed') ||
      (posted_at !== null && posted_at > requestedAt) ||
      screenshot !== null ||
      screenshot_error !== null,
  );
}

export interface Screenshot {
  readonly fileId: string;
  readonly caption: string;
  readonly byteSize: number;
  readonly width: number;
  readonly height: number;
}

/** The Bot API's limits (core.telegram.org/bots/api#sendphoto, #sendmediagroup). */
const MAX_ALBUM_SCREENSHOTS = 10;
const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
const MAX_PHOTO_SIDES_SUM = 10_000;
const MAX_PHOTO_SIDES_RATIO = 20;
/** Telegram accepts 50 MB. */
const MAX_ALBUM_BYTES = 45 * 1024 * 1024;

/** Telegram takes other pictures as documents only. */
export const fitsAsPhoto = ({ byteSize, width, height }: Screenshot): boolean =>
  byteSize <= MAX_PHOTO_BYTES &&
  width + height <= MAX_PHOTO_SIDES_SUM &&
  Math.max(width, height) <= MAX_PHOTO_SIDES_RATIO * Math.min(width, height);

/** An album contains either photos or documents. */
export function intoAlbums(screenshots: readonly Screenshot[], onlyDocuments: boolean): ScreenshotsPayload[] {
  return [false, true].flatMap((asDocuments) =>
    pack(screenshots.filter((screenshot) => (onlyDocuments || !fitsAsPhoto(screenshot)) === asDocuments)).map(
      (album) => ({
        kind: 'pictures',
        pictures: album.map(({ fileId, caption }) => ({ fileId, caption })),
        asDocuments,
      }),
    ),
  );
}

function pack(screenshots: readonly Screenshot[]): Screenshot[][] {
  // Eleven screenshots become six and five, not ten and one.
  const size = Math.ceil(screenshots.length / Math.ceil(screenshots.length / MAX_ALBUM_SCREENSHOTS));
  const albums: Screenshot[][] = [];
  let bytes = 0;
  for (const screenshot of screenshots) {
    const album = albums.at(-1);
    if (album && album.length < size && bytes + screenshot.byteSize <= MAX_ALBUM_BYTES) {
      album.push(screenshot);
      bytes += screenshot.byteSize;
    } else {
      albums.push([screenshot]);
      bytes = screenshot.byteSize;
    }
  }
  return albums;
}
