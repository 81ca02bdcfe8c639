import { type PostingStatus, UNCONFIRMED_CODE } from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import { type Db, sql } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import type { JobHandler } from '../../jobs/enqueue.query.ts';
import { postUrl } from '../../postings/list/detailedPostings.query.ts';
import { button } from '../inbox/actions.ts';
import { type Language, messagesIn } from '../messages/botMessages.ts';
import { paragraphs } from '../messages/wording.ts';
import {
  type AppLink,
  assistantPath,
  type MessageText,
  queueMessages,
  queueText,
  type ScreenshotsPayload,
} from './outbox.ts';

type DeliveryAssistant = {
  readonly name: string;
  readonly screenshot_as_file: boolean;
  readonly is_deleted: boolean;
  readonly telegram_id: string;
  readonly language: Language;
  /** Null without an open request of "Process screenshots and notify bot". */
  readonly requested_at: Date | null;
};

/** The lock serialises the deliveries of one assistant. */
const lockForDelivery = sql<DeliveryAssistant, [assistantId: string]>(
  `SELECT a.name, a.screenshot_as_file, a.deleted_at IS NOT NULL AS is_deleted, u.telegram_id, u.language,
     a.screenshots_requested_at AS requested_at
   FROM assistants a JOIN users u ON u.id = a.owner_id WHERE a.id = $1 FOR NO KEY UPDATE OF a`,
);

type DeliveryPosting = {
  readonly id: string;
  readonly status: PostingStatus;
  readonly page_name: string;
  readonly posted_at: Date | null;
  /** Null until the post was seen on the page, and when it is gone. */
  readonly live_path: string | null;
  readonly screenshot_error: string | null;
  readonly transitions_count: number;
  readonly error_code: string | null;
  /** A file. */
  readonly screenshot: string | null;
  readonly is_delivered: boolean;
};

const listForDelivery = sql<DeliveryPosting, [assistantId: string]>(
  `SELECT p.id, p.status, page_name(g) AS page_name, p.posted_at,
     p.screenshot_error, p.transitions_count, p.error_code, coalesce(f.is_delivered, false) AS is_delivered,
     CASE WHEN l.gone_at IS NULL THEN l.path END AS live_path, f.id AS screenshot
   FROM tasks t JOIN page_postings p ON p.task_id = t.id JOIN pages g ON g.guid = p.page_guid
   LEFT JOIN files f ON f.id = p.picture_file_id AND p.status = 'completed'
   LEFT JOIN live_posts l ON l.posting_id = p.id
   WHERE t.assistant_id = $1
   ORDER BY p.is_duplicate, p.sequence_order, page_name, p.id`,
);

const markDelivered = sql<never, [fileIds: readonly string[]]>(
  'UPDATE files SET is_delivered = true WHERE id = ANY ($1) AND NOT is_delivered',
);

const deleteScreenshotRequest = sql<never, [assistantId: string]>(
  'UPDATE assistants SET screenshots_requested_at = NULL WHERE id = $1',
);

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
      ? [{ fileId: screenshot, caption: paragraphs(page_name, postUrl(siteOrigin, live_path) ?? false) }]
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

/** The Bot API's limit (core.telegram.org/bots/api#sendmediagroup). */
const MAX_ALBUM_SCREENSHOTS = 10;

/** Eleven screenshots become six and five, not ten and one. */
export function intoAlbums(
  screenshots: readonly ScreenshotsPayload['pictures'][number][],
  asDocuments: boolean,
): ScreenshotsPayload[] {
  const albums = Math.ceil(screenshots.length / MAX_ALBUM_SCREENSHOTS);
  const size = Math.ceil(screenshots.length / albums);
  return Array.from({ length: albums }, (_, n) => ({
    kind: 'pictures',
    pictures: screenshots.slice(n * size, (n + 1) * size),
    asDocuments,
  }));
}
