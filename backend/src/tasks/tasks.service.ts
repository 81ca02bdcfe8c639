import { FINALIZED_TASK_STATUSES } from '@flyerdeck/contracts';
import type { EntityManager } from 'typeorm';

/** Archives the owner's finished tasks; answers how many. */
export async function archiveFinalizedTasks(manager: EntityManager, ownerId: string): Promise<number> {
  const [, archived]: [unknown, number] = await manager.query(
    'UPDATE tasks SET archived_at = now(), updated_at = now() WHERE owner_id = $1 AND stored_status = ANY ($2)',
    [ownerId, [...FINALIZED_TASK_STATUSES]],
  );
  return archived;
}

/** Archives every task of an assistant that is being deleted. */
export async function archiveTasksOfAssistant(manager: EntityManager, assistantId: string): Promise<void> {
  await manager.query(
    'UPDATE tasks SET archived_at = now(), updated_at = now() WHERE assistant_id = $1 AND archived_at IS NULL',
    [assistantId],
  );
}
