import { runOnce } from 'graphile-worker';
import { createJobLogger } from '../src/jobs/jobLogger.ts';
import { createTaskList } from '../src/taskList.ts';
import type { TestServer } from './testServer.ts';

/** Runs all due jobs, as a worker without a bot does. */
export const runJobs = ({ context }: TestServer): Promise<void> =>
  runOnce({ pgPool: context.pool, taskList: createTaskList(context, null), logger: createJobLogger(context.logger) });
