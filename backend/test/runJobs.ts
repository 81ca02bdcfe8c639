import { runOnce } from 'graphile-worker';
import { createJobLogger } from '../src/jobs/jobLogger.ts';
import { createTaskList } from '../src/taskList.ts';
import type { TestServer } from './testServer.ts';

/** Runs all due jobs, as a worker without a bot does. */
export const runJobs = (
  { context }: TestServer,
  { concurrency = 1, taskList = createTaskList(context, null) } = {},
): Promise<void> =>
  runOnce({
    pgPool: context.pool,
    taskList,
    logger: createJobLogger(context.logger),
    concurrency,
  });
