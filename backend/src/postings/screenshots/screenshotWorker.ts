import { MAX_SCREENSHOT_TRIES } from '@flyerdeck/contracts';
import type { AppContext } from '../../context.ts';
import { listenForHints } from '../../database/hints.ts';
import { statement } from '../../database/statement.ts';
import { storeScreenshot } from '../../files/files.service.ts';
import { startRepeatingTimer } from '../../jobs/repeatingTimer.ts';
import { screenshots } from '../../metrics.ts';
import { completePosting } from '../report/report.query.ts';
import { type ScreenshotTaker, watchTaker } from './screenshotTaker.ts';

/** A try that takes longer belongs to a worker that died. */
const LOST_AFTER_SECONDS = 45;

type DueScreenshotRow = {
  posting_id: string;
  /** Includes this try. Tries are counted before they begin, so that a try that crashes its worker is not repeated forever. */
  tries: number;
  owner_id: string;
  is_sent: boolean;
  picture_file_id: string | null;
  /** Shows the preview while the screenshot is pending. */
  preview_token: string;
};

/** Alternating between owners. The screenshots of a worker that died are due again within a minute. */
export const claimDueScreenshots = statement<DueScreenshotRow, [number]>(
  `SELECT * FROM claim_due_screenshots($1, '${LOST_AFTER_SECONDS} seconds')`,
);

/** In $2 seconds, as the last of its owner. */
export const postponeScreenshot = statement<never, [postingId: string, seconds: number]>(
  `UPDATE pending_screenshots SET turn = NULL, try_after = now() + $2 * interval '1 second' WHERE posting_id = $1`,
);

/** Not tried, so the try is not counted. Due again in $2 seconds. */
const releaseScreenshots = statement<never, [postingIds: readonly string[], seconds: number]>(
  `UPDATE pending_screenshots SET tries = tries - 1, try_after = now() + $2 * interval '1 second'
   WHERE posting_id = ANY ($1)`,
);

/** They share one browser. With more each takes longer. */
const CONCURRENT_SCREENSHOTS = 2;
const STORING = 'storing screenshots';

/**
 * Not jobs of graphile-worker: adding one executes NOTIFY, and transactions with NOTIFY commit one after the other (decision 0019). A hint or a poll finds them.
 * `stop` aborts the screenshots in progress and returns them to pending_screenshots.
 */
export function startScreenshotWorker(
  app: Pick<AppContext, 'db' | 'files' | 'logger' | 'problems'>,
  taker: Pick<ScreenshotTaker, 'take'>,
  pollIntervalMs: number,
): { stop(): Promise<void> } {
  const { db, logger, problems } = app;
  const watched = watchTaker(taker, problems);
  const stopping = new AbortController();
  /** By posting id. */
  const inProgress = new Map<string, Promise<void>>();
  /** Failed in the database or the file store. Released when the database answers again. */
  const toRelease = new Set<string>();

  const startDueScreenshots = async () => {
    const free = CONCURRENT_SCREENSHOTS - inProgress.size;
    if (free === 0 || stopping.signal.aborted) return;
    if (toRelease.size > 0) {
      await releaseScreenshots(db, [[...toRelease], RETRY_SECONDS]);
      toRelease.clear();
    }
    for (const due of await claimDueScreenshots(db, [free])) {
      const work = makeScreenshot(app, watched, due, stopping.signal)
        .then(() => problems.worked(STORING))
        .catch((error) => {
          if (stopping.signal.aborted) return;
          logger.error({ err: error, postingId: due.posting_id }, 'a screenshot could not be stored');
          problems.failed(STORING, error);
          toRelease.add(due.posting_id);
        })
        .finally(() => {
          // After an abort the id is kept, so that `stop` releases the screenshot.
          if (!stopping.signal.aborted) inProgress.delete(due.posting_id);
          timer.wake();
        });
      inProgress.set(due.posting_id, work);
    }
  };
  const timer = startRepeatingTimer({
    name: 'claiming screenshots',
    everySeconds: pollIntervalMs / 1000,
    logger,
    problems,
    work: startDueScreenshots,
  });
  const listening = listenForHints(db, logger, {
    receive: (hints) => hints.some(({ kind }) => kind === 'screenshots') && timer.wake(),
    connected: () => timer.wake(),
  });

  return {
    async stop() {
      stopping.abort();
      await timer.stop();
      // Released before the running work has ended: waiting for it may exceed the time limit of the shutdown (worker.ts).
      await releaseScreenshots(db, [[...inProgress.keys(), ...toRelease], 0]);
      await Promise.all([listening.stop(), ...inProgress.values()]);
    },
  };
}

/** The time between two tries: long enough for a browser to restart. */
const RETRY_SECONDS = 3;

/** When the last try fails, the posting is completed without one. Throws when it is aborted: then the try does not count, and the caller gives it back. */
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
