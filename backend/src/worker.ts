import { setTimeout as sleep } from 'node:timers/promises';
import type { BotParts } from './bot/botJobs.ts';
import type { AppContext } from './context.ts';
import { startHeartbeats } from './jobs/heartbeats.ts';
import { launchRunner, type RunnerPace } from './jobs/jobRunner.ts';
import { startLeaseSweep } from './postings/leaseSweep.ts';
import type { ScreenshotTaker } from './screenshots/screenshotTaker.ts';
import { startScreenshotWorker } from './screenshots/screenshotWorker.ts';
import { createTaskList, crontabOf } from './taskList.ts';

/** The limits of a stop: running jobs may take this long, then they are abandoned. */
const DRAIN_MS = 2_000;
const RELEASE_MS = 500;
const RESTART_AFTER_MS = 1_000;
/** Finds what was not announced: a job that has become due, a screenshot whose hint was lost. */
const POLL_INTERVAL_MS = 2_000;

export interface RunningWorker {
  /** Takes no more jobs, waits a little for running ones and frees the rest for other workers; at most 2.5 s. */
  stop(): Promise<void>;
}

/** In milliseconds; tests shorten them. */
export interface WorkerPace extends Partial<RunnerPace> {
  readonly restartAfterMs?: number;
}

interface WorkerDependencies {
  readonly screenshotTaker: Pick<ScreenshotTaker, 'take'>;
  /** Null where there is no bot: then no messages are sent. */
  readonly bot?: BotParts | null;
}

/** Runs graphile-worker, the lease sweep and the screenshots in this process, on the app's pool. */
export async function startWorker(
  app: AppContext,
  { screenshotTaker, bot = null }: WorkerDependencies,
  { pollIntervalMs = POLL_INTERVAL_MS, restartAfterMs = RESTART_AFTER_MS, ...abandon }: WorkerPace = {},
): Promise<RunningWorker> {
  const { logger } = app;
  const heartbeats = startHeartbeats(app);
  const leaseSweep = startLeaseSweep(app);
  const screenshots = startScreenshotWorker(app, screenshotTaker, pollIntervalMs);
  const taskList = createTaskList(app, bot);
  let stopping = false;
  const launch = () =>
    launchRunner(app, { taskList, crontab: crontabOf(taskList) }, heartbeats, { pollIntervalMs, ...abandon });
  let runner = await launch();

  const keepRunning = async () => {
    while (!stopping) {
      await runner.ended;
      if (stopping) break;
      await sleep(restartAfterMs);
      try {
        await heartbeats.deregister(runner.workerId);
        if (!stopping) runner = await launch();
      } catch (error) {
        logger.error({ err: error }, 'the job runner could not be started again');
      }
    }
    await runner.stop();
  };
  const kept = keepRunning();

  return {
    async stop() {
      stopping = true;
      const drained = Promise.all([runner.stop(), kept, leaseSweep.stop(), screenshots.stop()]);
      await Promise.race([drained, sleep(DRAIN_MS, undefined, { ref: false })]);
      const freed = heartbeats.stop().catch((error) => logger.warn({ err: error }, 'jobs could not be freed'));
      await Promise.race([freed, sleep(RELEASE_MS, undefined, { ref: false })]);
    },
  };
}
