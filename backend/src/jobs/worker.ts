import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, type WorkerEvents } from 'graphile-worker';
import type { AppContext } from '../context.ts';
import { catchClientErrors } from './clientErrors.ts';
import { startHeartbeats } from './deadWorkers.ts';
import { createJobLogger } from './jobLogger.ts';
import { startLeaseSweep } from './leaseSweep.ts';
import { CRONTAB, createTaskList, type JobDependencies } from './taskList.ts';

/** Two pictures are made at once; the others are there so that a message or a sweep need not wait for a picture's turn. */
const JOBS_AT_ONCE = 4;
/** Within these a stop is over, whatever hangs: first jobs may finish, then they are told to, then they are let go. */
const FINISH_MS = 1_000;
const DRAIN_MS = 2_000;
const RELEASE_MS = 500;
const RESTART_AFTER_MS = 1_000;

export interface RunningWorker {
  /** Takes no more jobs, waits a little for those under way and frees the rest for other workers; at most 2.5 s. */
  stop(): Promise<void>;
}

/** graphile-worker in this process, on the app's own pool, with the timers that go with it. */
export async function startWorker(app: AppContext, dependencies: JobDependencies): Promise<RunningWorker> {
  const { pool, logger } = app;
  catchClientErrors(pool, logger);
  const heartbeats = startHeartbeats(app);
  const leaseSweep = startLeaseSweep(app);
  const taskList = createTaskList(app, dependencies);

  const launch = () => {
    const events: WorkerEvents = new EventEmitter();
    // Jobs are locked in the name of the pool, not of its single workers.
    events.on('pool:create', ({ workerPool }) => heartbeats.add(workerPool.id));
    events.on('pool:release', ({ workerPool }) => heartbeats.forget(workerPool.id));
    return run({
      pgPool: pool,
      taskList,
      crontab: CRONTAB,
      concurrency: JOBS_AT_ONCE,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: FINISH_MS,
      logger: createJobLogger(logger),
      events,
      // Unbatched, a job that cannot be marked as done for want of a database is a rejection nobody handles: the end of
      // the process. Batched, it is tried again.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    });
  };

  let stopping = false;
  let runner = await launch();
  /** It ends by itself when it could not reach the database for minutes; then there is to be a new one. */
  const keepRunning = async () => {
    while (!stopping) {
      await runner.promise.catch((error) => logger.error({ err: error }, 'the job runner ended'));
      if (stopping) return;
      await sleep(RESTART_AFTER_MS);
      const next = await launch().catch((error) => void logger.error({ err: error }, 'the job runner could not start'));
      if (next) runner = next;
      if (stopping) await next?.stop();
    }
  };
  void keepRunning();

  return {
    async stop() {
      stopping = true;
      const drained = runner.stop().catch(() => undefined);
      await atMost(DRAIN_MS, Promise.all([drained, leaseSweep.stop()]));
      await atMost(
        RELEASE_MS,
        heartbeats.stop().catch((error) => logger.warn({ err: error }, 'jobs could not be freed')),
      );
    },
  };
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const patience = new AbortController();
  await Promise.race([work, sleep(ms, undefined, { signal: patience.signal }).catch(() => undefined)]);
  patience.abort();
}
