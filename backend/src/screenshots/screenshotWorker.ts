import type { AppContext } from '../context.ts';
import { listenForHints } from '../database/hints.ts';
import { startRepeatingTimer } from '../jobs/repeatingTimer.ts';
import { giveBackScreenshots, takeDueScreenshots } from '../postings/pendingScreenshots.query.ts';
import { makeScreenshot, TRY_AGAIN_SECONDS } from './makeScreenshot.ts';
import type { ScreenshotTaker } from './screenshotTaker.ts';

/** All use one browser. More would slow each other down. */
const CONCURRENT_SCREENSHOTS = 2;

/**
 * Makes the screenshots in pending_screenshots. They are not jobs of graphile-worker: adding a job notifies, and a
 * NOTIFY inside the transaction of a report serialises all commits (decision 0019).
 * A hint announces a new one immediately. Polling every `pollIntervalMs` finds those of lost hints, failed tries and dead workers.
 * A stop aborts the screenshots in progress and gives them back.
 */
export function startScreenshotWorker(
  app: Pick<AppContext, 'db' | 'files' | 'logger'>,
  taker: Pick<ScreenshotTaker, 'take'>,
  pollIntervalMs: number,
): { stop(): Promise<void> } {
  const { db, logger } = app;
  const stopping = new AbortController();
  /** By posting id. */
  const inProgress = new Map<string, Promise<void>>();
  /** Ids of postings whose try failed in the database or the file store. They are given back as soon as the database answers. */
  const toGiveBack = new Set<string>();

  const takeMore = async () => {
    const free = CONCURRENT_SCREENSHOTS - inProgress.size;
    if (free === 0 || stopping.signal.aborted) return;
    if (toGiveBack.size > 0) {
      await giveBackScreenshots(db, [[...toGiveBack], TRY_AGAIN_SECONDS]);
      toGiveBack.clear();
    }
    for (const due of await takeDueScreenshots(db, [free])) {
      const work = makeScreenshot(app, taker, due, stopping.signal)
        .catch((error) => {
          if (stopping.signal.aborted) return;
          logger.error({ err: error, postingId: due.posting_id }, 'a screenshot could not be stored');
          toGiveBack.add(due.posting_id);
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
      // Before the browser has stopped, because that may take longer than the time limit of the process's stop.
      await giveBackScreenshots(db, [[...inProgress.keys(), ...toGiveBack], 0]);
      await Promise.all([listening.stop(), ...inProgress.values()]);
    },
  };
}
