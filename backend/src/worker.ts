import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from './context.ts';
import { startHeartbeats } from './jobs/deadWorkers.ts';
import { launchRunner, type RunnerPace } from './jobs/jobRunner.ts';
import { startLeaseSweep } from './postings/leaseSweep.ts';
import type { PictureTaker } from './screenshots/pictureTaker.ts';
import { startScreenshotWorker } from './screenshots/screenshotWorker.ts';
import { createTaskList, crontabOf, type JobDependencies } from './taskList.ts';

/** Within these a stop is over, whatever hangs: jobs get this long to end, then they are let go. */
const DRAIN_MS = 2_000;
const RELEASE_MS = 500;
const RESTART_AFTER_MS = 1_000;
/** For what nothing announced: a job whose time has come, a screenshot whose hint was lost. */
const LOOK_EVERY_MS = 2_000;

export interface RunningWorker {
  /** Takes no more jobs, waits a little for those under way and frees the rest for other workers; at most 2.5 s. */
  stop(): Promise<void>;
}

/** Waits in milliseconds; tests shorten them. */
export interface WorkerPace extends Partial<RunnerPace> {
  readonly restartAfterMs?: number;
}

export interface WorkerDependencies extends JobDependencies {
  readonly pictureTaker: Pick<PictureTaker, 'take'>;
}

/** graphile-worker in this process, on the app's own pool, with the timers that go with it. */
export async function startWorker(
  app: AppContext,
  { pictureTaker, ...dependencies }: WorkerDependencies,
  { lookEveryMs = LOOK_EVERY_MS, restartAfterMs = RESTART_AFTER_MS, ...letGo }: WorkerPace = {},
): Promise<RunningWorker> {
  const { logger } = app;
  const heartbeats = startHeartbeats(app);
  const leaseSweep = startLeaseSweep(app);
  const screenshots = startScreenshotWorker(app, pictureTaker, lookEveryMs);
  const taskList = createTaskList(app, dependencies);
  let stopping = false;
  const launch = () =>
    launchRunner(app, { taskList, crontab: crontabOf(taskList) }, heartbeats, { lookEveryMs, ...letGo });
  let runner = await launch();

  const keepRunning = async () => {
    while (!stopping) {
      await runner.ended;
      while (!stopping) {
        await sleep(restartAfterMs);
        try {
          await heartbeats.bury(runner.workerId);
          if (!stopping) runner = await launch();
          break;
        } catch (error) {
          logger.error({ err: error }, 'the job runner could not be started again');
        }
      }
    }
    await runner.stop();
  };
  const kept = keepRunning();

  return {
    async stop() {
      stopping = true;
      await atMost(DRAIN_MS, Promise.all([runner.stop(), kept, leaseSweep.stop(), screenshots.stop()]));
      const freed = heartbeats.stop().catch((error) => logger.warn({ err: error }, 'jobs could not be freed'));
      await atMost(RELEASE_MS, freed);
    },
  };
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  await Promise.race([work, sleep(ms, undefined, { signal: patience.signal }).catch(() => undefined)]);
  patience.abort();
}
