import { EventEmitter } from 'node:events';
import { run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { AppContext } from '../context.ts';
import { poolOf } from '../database/pool.ts';
import { jobs } from '../metrics.ts';
import type { Heartbeats } from './heartbeats.ts';
import { createJobLogger } from './jobLogger.ts';

/** Enough that messages and sweeps do not wait for each other. */
const CONCURRENT_JOBS = 4;
/** Time for running jobs to finish at a stop; then they are aborted. */
const FINISH_MS = 1_000;
/** A disconnected runner without a running job that has not ended by now never will: its last result is lost. */
const ABANDON_IDLE_MS = 5_000;
/** The same for one whose job still runs and hangs. Longer than any call to Telegram, or the next worker would send the message again. */
const ABANDON_BUSY_MS = 45_000;

export interface JobRunner {
  /** The id that locks its jobs. */
  readonly workerId: string;
  /** Resolves when it runs nothing any more: stopped, ended by itself, or abandoned. Its jobs then run elsewhere. */
  readonly ended: Promise<void>;
  /** Takes no more jobs; resolves as `ended` does. */
  stop(): Promise<void>;
}

export interface RunnerPace {
  readonly pollIntervalMs: number;
  readonly abandonIdleMs?: number;
  readonly abandonBusyMs?: number;
}

/** Runs graphile-worker on the app's pool. It ends by itself when it loses its database connection; then start another. */
export async function launchRunner(
  { db, logger }: Pick<AppContext, 'db' | 'logger'>,
  { taskList, crontab }: { readonly taskList: TaskList; readonly crontab: string },
  heartbeats: Pick<Heartbeats, 'add'>,
  { pollIntervalMs, abandonIdleMs = ABANDON_IDLE_MS, abandonBusyMs = ABANDON_BUSY_MS }: RunnerPace,
): Promise<JobRunner> {
  let runningJobs = 0;
  const events: WorkerEvents = new EventEmitter();
  let workerId = '';
  // Jobs are locked by the id of the pool, not of its workers.
  events.on('pool:create', ({ workerPool }) => {
    workerId = workerPool.id;
    heartbeats.add(workerId);
  });
  events.on('job:start', () => runningJobs++);
  for (const outcome of ['success', 'error'] as const) {
    events.on(`job:${outcome}`, ({ job }) => {
      runningJobs--;
      jobs.inc({ task: job.task_identifier, outcome });
    });
  }
  const runner = await run({
    pgPool: poolOf(db),
    taskList,
    crontab,
    concurrency: CONCURRENT_JOBS,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: FINISH_MS,
    logger: createJobLogger(logger),
    events,
    // Unbatched, a job that cannot be marked as done without a database causes an unhandled rejection, which ends the
    // process. Batched, marking it is retried.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  let abandon: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    abandon = resolve;
    runner.promise.catch((error) => logger.error({ err: error }, 'the job runner failed')).then(() => resolve());
  });
  const stop = () => {
    // Rejects when it is stopping already.
    runner.stop().catch(() => undefined);
    return ended;
  };
  events.on('worker:getJob:error', ({ error }) => {
    // The database may have locked a job for this runner before the connection broke; it would stay locked as long as the
    // runner sends heartbeats. So the runner has to end, after its running jobs.
    logger.warn({ err: error }, 'the job runner lost its database connection');
    // Not within the event: a worker that is stopped before it has handled its own error throws.
    setTimeout(stop, 100);
    const disconnectedAt = Date.now();
    const look = setInterval(() => {
      if (runningJobs > 0 && Date.now() - disconnectedAt < abandonBusyMs) return;
      clearInterval(look);
      abandon();
    }, abandonIdleMs).unref();
  });
  return { workerId, ended, stop };
}
