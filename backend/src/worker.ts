import { setTimeout as sleep } from 'node:timers/promises';
import type { BotDependencies } from './bot/inbox/botJobs.ts';
import type { AppContext } from './context.ts';
import { startHeartbeats } from './jobs/heartbeats.ts';
import { launchRunner, type RunnerPace } from './jobs/jobRunner.ts';
import { startSchedule } from './jobs/schedule.ts';
import { startScheduledBackups } from './operation/backup/scheduledBackups.ts';
import { enqueueCompleteCheck } from './operation/books/books.query.ts';
import { startLeaseSweep } from './postings/end/sweeps.ts';
import type { ScreenshotTaker } from './postings/screenshots/screenshotTaker.ts';
import { startScreenshotWorker } from './postings/screenshots/screenshotWorker.ts';
import { createTaskList } from './taskList.ts';

/** At a stop: for running jobs. */
const DRAIN_MS = 2_000;
/** At a stop: for the unlocking of jobs that still run. */
const RELEASE_MS = 500;
const RESTART_AFTER_MS = 1_000;
/** For due jobs, and screenshots whose hint was lost. */
const POLL_INTERVAL_MS = 2_000;

export interface RunningWorker {
  /** Jobs that still run are unlocked for other workers. Takes at most 2.5 s. */
  stop(): Promise<void>;
}

/** Milliseconds. Tests use shorter ones. */
export interface WorkerPace extends Partial<RunnerPace> {
  readonly restartAfterMs?: number;
}

interface WorkerDependencies {
  readonly screenshotTaker: Pick<ScreenshotTaker, 'take'>;
  /** Null without a bot token. */
  readonly bot?: BotDependencies | null;
}

export async function startWorker(
  app: AppContext,
  { screenshotTaker, bot = null }: WorkerDependencies,
  { pollIntervalMs = POLL_INTERVAL_MS, restartAfterMs = RESTART_AFTER_MS, ...abandon }: WorkerPace = {},
): Promise<RunningWorker> {
  const { config, logger, problems } = app;
  const heartbeats = startHeartbeats(app);
  const leaseSweep = startLeaseSweep(app);
  const screenshots = startScreenshotWorker(app, screenshotTaker, pollIntervalMs);
  const backups = config.backups && startScheduledBackups(app, config.backups);
  const taskList = createTaskList(app, bot);
  let stopping = false;
  const schedule = startSchedule(app, Object.keys(taskList));
  const launch = () => launchRunner(app, taskList, heartbeats, { pollIntervalMs, ...abandon });
  await enqueueCompleteCheck(app.db, []);
  let runner = await launch();

  const keepRunning = async () => {
    while (!stopping) {
      await runner.ended;
      if (stopping) break;
      await sleep(restartAfterMs);
      try {
        await heartbeats.deregister(runner.workerId);
        if (!stopping) runner = await launch();
        problems.worked('the job runner');
      } catch (error) {
        logger.error({ err: error }, 'the job runner could not be started again');
        problems.failed('the job runner', error);
      }
    }
    await runner.stop();
  };
  const kept = keepRunning();

  return {
    async stop() {
      stopping = true;
      const timers = [schedule, leaseSweep, screenshots, backups].map((timer) => timer?.stop());
      const drained = Promise.all([runner.stop(), kept, ...timers]);
      await Promise.race([drained, sleep(DRAIN_MS, undefined, { ref: false })]);
      const freed = heartbeats.stop().catch((error) => logger.warn({ err: error }, 'jobs could not be freed'));
      await Promise.race([freed, sleep(RELEASE_MS, undefined, { ref: false })]);
    },
  };
}
