import type { AppContext } from '../context.ts';
import { listenForHints } from '../database/hints.ts';
import { startRepeatingTimer } from '../jobs/repeatingTimer.ts';
import { makeScreenshot, RETRY_SECONDS } from './makeScreenshot.ts';
import { claimDueScreenshots, releaseScreenshots } from './pendingScreenshots.query.ts';
import type { ScreenshotTaker } from './screenshotTaker.ts';
import { watchTaker } from './watchTaker.ts';

/** Screenshots share one browser. With more at the same time each one takes longer. */
const CONCURRENT_SCREENSHOTS = 2;
const STORING = 'storing screenshots';

/**
 * Makes the screenshots listed in pending_screenshots. They are not jobs of graphile-worker: adding a job executes NOTIFY, and
 * transactions with NOTIFY commit one after the other, so reports would wait for each other (decision 0019).
 * A hint (see database/hints.ts) is a NOTIFY after the commit: the worker then reads pending_screenshots immediately. It also
 * polls every `pollIntervalMs`, because hints may be lost and screenshots become due again after failures and dead workers.
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
  /** The running work of each claimed screenshot, by posting id. */
  const inProgress = new Map<string, Promise<void>>();
  /** Ids of postings whose screenshot failed in the database or the file store. Released when the database answers again. */
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
