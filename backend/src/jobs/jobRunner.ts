import { EventEmitter } from 'node:events';
import { run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { AppContext } from '../context.ts';
import { poolOf } from '../database/pool.ts';
import { jobs } from '../metrics.ts';
import type { Heartbeats } from './deadWorkers.ts';
import { createJobLogger } from './jobLogger.ts';

/** Two pictures are made at once; the others are there so that a message or a sweep need not wait for a picture's turn. */
const JOBS_AT_ONCE = 4;
/** Jobs under way at a stop may finish within this; then they are told to give up. */
const FINISH_MS = 1_000;
/** A runner that lost touch, runs no job and has not ended by now never will: what it wanted to write down is lost. */
const LET_GO_MS = 5_000;
/** Nor one whose job still runs: it hangs. Longer than any call to Telegram lasts, or the next one would say it again. */
const LET_GO_AT_LAST_MS = 45_000;

export interface JobRunner {
  /** In whose name its jobs are locked. */
  readonly workerId: string;
  /** Resolves when it runs nothing any more, stopped or by itself, or was let go of: then its jobs run again elsewhere. */
  readonly ended: Promise<void>;
  /** Takes no more jobs; resolves as `ended` does. */
  stop(): Promise<void>;
}

export interface RunnerPace {
  readonly lookEveryMs: number;
  readonly letGoMs?: number;
  readonly letGoAtLastMs?: number;
}

/** graphile-worker on the app's pool. It ends by itself when it lost touch with the database; then start another. */
export async function launchRunner(
  { db, logger }: Pick<AppContext, 'db' | 'logger'>,
  { taskList, crontab }: { readonly taskList: TaskList; readonly crontab: string },
  heartbeats: Pick<Heartbeats, 'add'>,
  { lookEveryMs, letGoMs = LET_GO_MS, letGoAtLastMs = LET_GO_AT_LAST_MS }: RunnerPace,
): Promise<JobRunner> {
  const underWay = { jobs: 0 };
  const events: WorkerEvents = new EventEmitter();
  let workerId = '';
  // Jobs are locked in the name of the pool, not of its single workers.
  events.on('pool:create', ({ workerPool }) => {
    workerId = workerPool.id;
    heartbeats.add(workerId);
  });
  events.on('job:success', ({ job }) => jobs.inc({ task: job.task_identifier, outcome: 'success' }));
  events.on('job:error', ({ job }) => jobs.inc({ task: job.task_identifier, outcome: 'error' }));
  const runner = await run({
    pgPool: poolOf(db),
    taskList: counted(taskList, underWay),
    crontab,
    concurrency: JOBS_AT_ONCE,
    pollInterval: lookEveryMs,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: FINISH_MS,
    logger: createJobLogger(logger),
    events,
    // Unbatched, a job that cannot be marked as done for want of a database is a rejection nobody handles: the end of
    // the process. Batched, it is tried again.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  let letGo: () => void = () => undefined;
  const ended = Promise.race([
    runner.promise.catch((error) => logger.error({ err: error }, 'the job runner failed')),
    new Promise<void>((resolve) => {
      letGo = resolve;
    }),
  ]);
  const stop = async () => {
    // It says so where it is stopping already.
    await Promise.race([runner.stop().catch(() => undefined), ended]);
    await ended;
  };
  events.on('worker:getJob:error', ({ error }) => {
    // The database may have locked a job for us before the connection broke: one that we never heard of, and that would
    // stay locked as long as we live. So this id has to end; the jobs under way are finished first.
    logger.warn({ err: error }, 'the job runner lost touch with the database');
    // Not within the event: a worker that is stopped before it has dealt with its own error dies of it, loudly.
    setTimeout(stop, 100);
    const lostAt = Date.now();
    const look = setInterval(() => {
      if (underWay.jobs > 0 && Date.now() - lostAt < letGoAtLastMs) return;
      clearInterval(look);
      letGo();
    }, letGoMs).unref();
  });
  return { workerId, ended, stop };
}

/** The same tasks; `underWay.jobs` says how many of them run. */
const counted = (taskList: TaskList, underWay: { jobs: number }): TaskList =>
  Object.fromEntries(
    Object.entries(taskList).map(([name, task]) => [
      name,
      async (...told: Parameters<NonNullable<typeof task>>) => {
        underWay.jobs += 1;
        try {
          return await task?.(...told);
        } finally {
          underWay.jobs -= 1;
        }
      },
    ]),
  );
