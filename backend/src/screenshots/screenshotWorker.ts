import type { AppContext } from '../context.ts';
import { listenForHints } from '../database/hints.ts';
import { startSteadyTimer } from '../jobs/steadyTimer.ts';
import { giveBackScreenshots, takeDueScreenshots } from '../postings/pendingScreenshots.query.ts';
import { makeScreenshot, TRY_AGAIN_SECONDS } from './makeScreenshot.ts';
import type { PictureTaker } from './pictureTaker.ts';

const AT_ONCE = 2;

export interface ScreenshotWorker {
  /** Takes no more; those under way are told to give up and go back to the queue. */
  stop(): Promise<void>;
}

/**
 * Makes the screenshots of posts, taken from pending_screenshots. Not jobs of graphile-worker: adding a job notifies, and a
 * NOTIFY inside the transaction of a report makes all commits take turns (decision 0019).
 * Hints say at once that there is work; `lookEveryMs` finds what a lost hint, a failed try or a dead worker left.
 */
export function startScreenshotWorker(
  app: Pick<AppContext, 'db' | 'files' | 'logger'>,
  taker: Pick<PictureTaker, 'take'>,
  lookEveryMs: number,
): ScreenshotWorker {
  const { db, logger } = app;
  const stopping = new AbortController();
  /** By posting. */
  const underWay = new Map<string, Promise<void>>();
  /** Ended by a failure of the database or of the file store; given back as soon as the database can be reached. */
  const broken = new Set<string>();

  const takeMore = async () => {
    const free = AT_ONCE - underWay.size;
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
          if (!stopping.signal.aborted) underWay.delete(due.posting_id);
          timer.wake();
        });
      underWay.set(due.posting_id, work);
    }
  };
  const timer = startSteadyTimer({
    name: 'taking screenshots',
    everySeconds: lookEveryMs / 1000,
    logger,
    work: takeMore,
  });
  const listening = listenForHints(db, logger, { screenshots: () => timer.wake() });

  return {
    async stop() {
      stopping.abort();
      await timer.stop();
      // At once, because a browser may take longer to give up than this process is allowed to live.
      await giveBackScreenshots(db, [[...underWay.keys(), ...broken], 0]);
      await Promise.all([listening.stop(), ...underWay.values()]);
    },
  };
}
