import { MAX_SCREENSHOT_TRIES } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { storeScreenshot } from '../files/files.service.ts';
import { screenshots } from '../metrics.ts';
import { completePosting } from '../postings/completePosting.query.ts';
import { type DueScreenshotRow, postponeScreenshot } from './pendingScreenshots.query.ts';
import type { ScreenshotTaker } from './screenshotTaker.ts';

/** The time between two tries: long enough for a browser to restart. */
export const RETRY_SECONDS = 3;

/**
 * Makes the screenshot of a sent posting, stores it and completes the posting. When the last try fails, the posting is completed
 * without a screenshot. Throws when it is aborted: then the try does not count, and the caller gives it back.
 */
export async function makeScreenshot(
  { db, files, logger }: Pick<AppContext, 'db' | 'files' | 'logger'>,
  taker: Pick<ScreenshotTaker, 'take'>,
  { posting_id: postingId, tries, owner_id: ownerId, is_sent, picture_file_id, preview_token }: DueScreenshotRow,
  abortSignal: AbortSignal,
): Promise<void> {
  if (!is_sent) return;
  if (picture_file_id) return completePosting(db, postingId, { screenshotFileId: picture_file_id });
  if (tries > MAX_SCREENSHOT_TRIES) {
    const screenshotError = screenshotErrorOf('the worker stopped during the last try');
    return completePosting(db, postingId, { screenshotError });
  }
  let bytes: Buffer;
  try {
    abortSignal.throwIfAborted();
    bytes = await taker.take(postingId, abortSignal, preview_token);
  } catch (error) {
    if (abortSignal.aborted) throw error;
    logger.warn({ err: error, postingId, tries }, 'a screenshot could not be made');
    screenshots.inc({ outcome: 'failed' });
    if (tries < MAX_SCREENSHOT_TRIES) return void (await postponeScreenshot(db, [postingId, RETRY_SECONDS]));
    return completePosting(db, postingId, { screenshotError: screenshotErrorOf(error) });
  }
  const screenshotFileId = await storeScreenshot(db, files, { ownerId, bytes });
  await completePosting(db, postingId, { screenshotFileId });
  screenshots.inc({ outcome: 'made' });
}

const MAX_REASON_LENGTH = 300;

function screenshotErrorOf(why: unknown): string {
  const reason = (why instanceof Error ? why.message : String(why)).trim().replace(/\.$/, '');
  return `The screenshot could not be made: ${reason.slice(0, MAX_REASON_LENGTH)}.`;
}
