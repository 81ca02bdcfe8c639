import type { PostingRules } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { countPendingOfTasks, insertDuplicates, insertOriginals } from './createPostings.query.ts';
import { lowerCased } from './targets.ts';

export interface FlyerPlan {
  readonly taskId: string;
  readonly runIndex: number;
  readonly delayHours: number;
}

/**
 * The pending postings of an assistant that is being queued: one for each flyer and matched page, and one more, later, where
 * flyers are republished. Three statements at most, however many rows. Answers how many were made.
 */
export async function createPostings(
  db: Db,
  assistant: { readonly id: string; readonly ownerId: string; readonly queuedAt: Date },
  rules: PostingRules,
  flyers: readonly FlyerPlan[],
): Promise<number> {
  const taskIds = flyers.map((flyer) => flyer.taskId);
  const [originals] = await insertOriginals(db, [
    assistant.ownerId,
    assistant.id,
    rules.target_pages,
    lowerCased(rules.target_tags),
    taskIds,
    flyers.map((flyer) => flyer.runIndex),
    flyers.map((flyer) => flyer.delayHours),
    rules.delay_between_tasks_hours,
    assistant.queuedAt,
  ]);
  const later = rules.duplication_time_hours;
  const [duplicates] = later > 0 ? await insertDuplicates(db, [taskIds, later]) : [];
  await countPendingOfTasks(db, [taskIds]);
  return (originals?.made ?? 0) + (duplicates?.made ?? 0);
}
