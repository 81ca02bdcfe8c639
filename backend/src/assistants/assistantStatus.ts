import type { AssistantStatus } from '@flyerdeck/contracts';
import { deriveTaskStatus, type PostingCounts } from '../tasks/taskStatus.ts';

export interface AssistantFacts {
  readonly deleted: boolean;
  readonly queued: boolean;
  readonly paused: boolean;
  /** Sums over its tasks, archived ones too: clearing the list does not change what became of it. */
  readonly counts: PostingCounts;
  /** It has a next task (nextUpSql in queue/line.ts), with the switch on. */
  readonly isNext: boolean;
  readonly switchOn: boolean;
}

/** waiting until it is queued; then what its tasks together are; paused while it is paused and something is left to do. */
export function deriveAssistantStatus({
  deleted,
  queued,
  paused,
  counts,
  isNext,
  switchOn,
}: AssistantFacts): AssistantStatus {
  if (deleted) return 'archived';
  if (!queued) return 'waiting';
  if (paused && counts.pending + counts.posting > 0) return 'paused';
  return deriveTaskStatus({ archived: false, counts, isNext, switchOn });
}
