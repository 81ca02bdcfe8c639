import { runOnce } from 'graphile-worker';
import { createJobLogger } from '../src/jobs/jobRunner.ts';
import { createTaskList } from '../src/taskList.ts';
import type { TestServer } from './testServer.ts';

/**
 * Runs all due jobs, as a worker without a bot does. graphile-worker skips a job whose queue is locked at that moment, so it is
 * asked again until none is left.
 */
export async function runJobs({ context }: TestServer): Promise<void> {
  const taskList = createTaskList(context, null);
  for (let due = 1; due > 0; ) {
    await runOnce({ pgPool: context.pool, taskList, logger: createJobLogger(context.logger) });
    const { rowCount } = await context.pool.query(
      `SELECT FROM graphile_worker.jobs
       WHERE run_at <= now() AND locked_at IS NULL AND attempts < max_attempts AND task_identifier = ANY ($1)`,
      [Object.keys(taskList)],
    );
    due = rowCount ?? 0;
  }
}
