import { FINALIZED_TASK_STATUSES } from '@flyerdeck/contracts';
import { sql } from '../database/statement.ts';

/** Archives the owner's finished tasks. The caller enqueues a job that archives their postings. */
export const archiveFinished = sql<{ id: string }, [ownerId: string]>(
  `UPDATE tasks SET archived_at = now(), updated_at = now()
   WHERE owner_id = $1 AND stored_status IN (${FINALIZED_TASK_STATUSES.map((status) => `'${status}'`).join(', ')}) RETURNING id`,
);

/** Archives all tasks of an assistant that is being deleted. The caller enqueues a job that archives their postings. */
export const archiveTasksOfAssistant = sql<{ id: string }, [assistantId: string]>(
  `UPDATE tasks SET archived_at = now(), updated_at = now()
   WHERE assistant_id = $1 AND archived_at IS NULL RETURNING id`,
);
