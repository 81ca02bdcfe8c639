import { EventEmitter } from 'node:events';
import { Logger as JobLogger, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import { poolOf } from '../database/pool.ts';
import { jobs } from '../metrics.ts';
import { maxSecondsOf } from './enqueue.query.ts';
import type { Heartbeats } from './heartbeats.ts';
import type { JobParts } from './problems.ts';

/** 'info' becomes 'debug', because it has a line for each finished job. */
export function createJobLogger(logger: Logger): JobLogger {
  const LEVELS = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new JobLogger((scope) => (level, message, meta) => {
    // Only the first line: the others repeat the stack of `err`.
    logger[LEVELS[level]]({ ...scope, ...(meta?.error ? { err: meta.error } : {}) }, message.split('\n', 1)[0]);
  });
}

/** Messages and sweeps do not wait for each other. */
const CONCURRENT_JOBS = 4;
/** Taking a job takes longer only if something hangs. */
const MAX_TAKING_SECONDS = 120;
/** At a stop: jobs are aborted after this time. */
const FINISH_MS = 1_000;
/** After a lost database connection an idle runner will not end by itself, because its last result is lost. */
const ABANDON_IDLE_MS = 5_000;
/** Longer than any call to Telegram, because another worker would send the message again. */
const ABANDON_BUSY_MS = 45_000;

interface JobRunner {
  readonly workerId: string;
  /** Stopped, ended by itself or abandoned. Its jobs can then be freed. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export interface RunnerPace {
  readonly pollIntervalMs: number;
  readonly abandonIdleMs?: number;
  readonly abandonBusyMs?: number;
}

/** On the app's pool. It ends when it loses its database connection; then the caller starts another. */
export async function launchRunner(
  { db, logger, problems }: JobParts,
  taskList: TaskList,
  heartbeats: Pick<Heartbeats, 'add'>,
  { pollIntervalMs, abandonIdleMs = ABANDON_IDLE_MS, abandonBusyMs = ABANDON_BUSY_MS }: RunnerPace,
): Promise<JobRunner> {
  let runningJobs = 0;
  const events: WorkerEvents = new EventEmitter();
  let workerId = '';
  // Jobs are locked with the id of the worker pool, not of a single worker.
  events.on('pool:create', ({ workerPool }) => {
    workerId = workerPool.id;
    heartbeats.add(workerId);
  });
  events.on('worker:getJob:start', ({ worker }) => problems.started(worker, 'taking a job', MAX_TAKING_SECONDS));
  events.on('worker:getJob:empty', ({ worker }) => problems.ended(worker));
  events.on('worker:getJob:error', ({ worker }) => problems.ended(worker));
  events.on('job:start', ({ worker, job: { task_identifier } }) => {
    runningJobs++;
    problems.started(worker, `the job ${task_identifier}`, maxSecondsOf(task_identifier));
  });
  for (const outcome of ['success', 'error'] as const) {
    events.on(`job:${outcome}`, ({ worker, job }) => {
      runningJobs--;
      problems.ended(worker);
      jobs.inc({ task: job.task_identifier, outcome });
    });
  }
  const runner = await run({
    pgPool: poolOf(db),
    taskList,
    concurrency: CONCURRENT_JOBS,
    pollInterval: pollIntervalMs,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: FINISH_MS,
    logger: createJobLogger(logger),
    events,
    // Only a batch is retried. Otherwise a result that cannot be written is an unhandled rejection, which ends the process.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  });
  let abandon: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    abandon = resolve;
    runner.promise.catch((error) => logger.error({ err: error }, 'the job runner failed')).then(() => resolve());
  });
  const stop = () => {
    // It rejects when the runner is already stopping.
    runner.stop().catch(() => undefined);
    return ended;
  };
  events.on('worker:getJob:error', ({ error }) => {
    // A job that was locked just before the connection was lost stays locked as long as the runner sends heartbeats.
    logger.warn({ err: error }, 'the job runner lost its database connection');
    // Stopped later, because graphile-worker throws when a worker is stopped while this event is emitted.
    setTimeout(stop, 100);
    const disconnectedAt = Date.now();
    const check = setInterval(() => {
      if (runningJobs > 0 && Date.now() - disconnectedAt < abandonBusyMs) return;
      clearInterval(check);
      abandon();
    }, abandonIdleMs).unref();
  });
  return { workerId, ended, stop };
}
