import { FINALIZED_TASK_STATUSES } from '@flyerdeck/contracts';
import type { EntityManager } from 'typeorm';
import { enqueueJob } from '../jobs/enqueue.ts';

/** Archives the owner's finished tasks; answers how many. */
export async function archiveFinalizedTasks(manager: EntityManager, ownerId: string): Promise<number> {
  const [tasks]: [{ id: string }[], number] = await manager.query(
    'UPDATE tasks SET archived_at = now(), updated_at = now() WHERE owner_id = $1 AND stored_status = ANY ($2) RETURNING id',
    [ownerId, [...FINALIZED_TASK_STATUSES]],
  );
  if (tasks.length > 0) await enqueueJob(manager, 'archive_postings', { task_ids: tasks.map(({ id }) => id) });
  return tasks.length;
}

/** Archives every task of an assistant that is being deleted; answers which. Their postings are still to be archived. */
export async function archiveTasksOfAssistant(manager: EntityManager, assistantId: string): Promise<string[]> {
  const [tasks]: [{ id: string }[], number] = await manager.query(
    'UPDATE tasks SET archived_at = now(), updated_at = now() WHERE assistant_id = $1 AND archived_at IS NULL RETURNING id',
    [assistantId],
  );
  return tasks.map(({ id }) => id);
}
