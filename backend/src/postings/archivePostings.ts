import type { EntityManager } from 'typeorm';

/** Within the transaction that archives the tasks: an admin's list takes archived postings apart without asking the tasks. */
export async function archivePostings(manager: EntityManager, taskIds: readonly string[]): Promise<void> {
  await manager.query('UPDATE page_postings SET archived = true WHERE task_id = ANY ($1) AND NOT archived', [taskIds]);
}
