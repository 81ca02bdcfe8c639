import type { Db } from '../database/statement.ts';
import { enqueueJob } from '../jobs/enqueue.query.ts';
import { archiveFinished } from './archiveTasks.query.ts';

/** Archives the owner's finished tasks; answers how many. */
export async function archiveFinalizedTasks(db: Db, ownerId: string): Promise<number> {
  const tasks = await archiveFinished(db, [ownerId]);
  if (tasks.length > 0) await enqueueJob(db, 'archive_postings', { task_ids: tasks.map(({ id }) => id) });
  return tasks.length;
}
