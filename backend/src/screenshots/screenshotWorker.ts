import type { AppContext } from '../context.ts';
import { listenForHints } from '../database/hints.ts';
import { startRepeatingTimer } from '../jobs/repeatingTimer.ts';
import { giveBackScreenshots, takeDueScreenshots } from '../postings/pendingScreenshots.query.ts';
import { makeScreenshot, TRY_AGAIN_SECONDS } from './makeScreenshot.ts';
import type { ScreenshotTaker } from './screenshotTaker.ts';

/** In one browser: more would slow each other down. */
const CONCURRENT_SCREENSHOTS = 2;

/**
 * Makes the screenshots in pending_screenshots. They are not jobs of graphile-worker: adding a job notifies, and a
 * NOTIFY inside the transaction of a report serialises all commits (decision 0019).
 * Hints announce work at once; `pollIntervalMs` finds what a lost hint, a failed try or a dead worker left.
 * A stop aborts those in progress, which go back to the queue.
 */
export function startScreenshotWorker(
  app: Pick<AppContext, 'db' | 'files' | 'logger'>,
  taker: Pick<ScreenshotTaker, 'take'>,
  pollIntervalMs: number,
): { stop(): Promise<void> } {
  const { db, logger } = app;
  const stopping = new AbortController();
  /** By posting. */
  const inProgress = new Map<string, Promise<void>>();
  /** Failed in the database or the file store; given back as soon as the database answers. */
  const broken = new Set<string>();

  const takeMore = async () => {
    const free = CONCURRENT_SCREENSHOTS - inProgress.size;
    if (free === 0 || stopping.signal.aborted) return;
    if (broken.size > 0) {
      await giveBackScreenshots(db, [[...broken], TRY_AGAIN_SECONDS]);
      broken.clear();
    }
    for (const due of await takeDueScreenshots(db, [free])) {
      const work = makeScreenshot(app, taker, due, stopping.signal)
        .catch((error) => {
          if (stopping.signal.aborted) return;
          logger.error({ err: error, postingId: due.posting_id }, 'a screenshot could not be stored');
          broken.add(due.posting_id);
        })
        .finally(() => {
          if (!stopping.signal.aborted) inProgress.delete(due.posting_id);
          timer.wake();
        });
      inProgress.set(due.posting_id, work);
    }
  };
  const timer = startRepeatingTimer({
    name: 'taking screenshots',
    everySeconds: pollIntervalMs / 1000,
    logger,
    work: takeMore,
  });
  const listening = listenForHints(db, logger, () => timer.wake());

  return {
    async stop() {
      stopping.abort();
      await timer.stop();
      // At once, because a browser may take longer to stop than this process may live.
      await giveBackScreenshots(db, [[...inProgress.keys(), ...broken], 0]);
      await Promise.all([listening.stop(), ...inProgress.values()]);
    },
  };
}
