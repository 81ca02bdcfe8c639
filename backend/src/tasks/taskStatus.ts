import type { TaskStatus } from '@flyerdeck/contracts';

export interface PostingCounts {
  readonly pending: number;
  readonly posting: number;
  readonly posted: number;
  readonly completed: number;
  readonly failed: number;
}

export interface TaskFacts {
  readonly archived: boolean;
  /** Of original postings: a duplicate never changes its original's status. */
  readonly counts: PostingCounts;
  /** The next task of its assistant (nextUpSql in queue/line.ts), with the switch on. */
  readonly isNext: boolean;
  /** The owner's posting switch. */
  readonly switchOn: boolean;
}

/**
 * Status by the postings; its twin in SQL is taskStatusSql (queue/line.ts) over tasks.stored_status, held equal by a test.
 *
 * A task half done goes back to in_queue while the switch is off and nothing of it is in flight: Start Posting is enabled
 * by the queue's count alone, and would otherwise be out of reach (decision 0002).
 */
export function deriveTaskStatus({ archived, counts, isNext, switchOn }: TaskFacts): TaskStatus {
  if (archived) return 'archived';
  const { pending, posting, posted, completed, failed } = counts;
  const claimed = posting + posted + completed + failed;
  if (pending + claimed === 0) return 'waiting';
  if (claimed === 0) return isNext ? 'pending' : 'in_queue';
  if (pending + posting > 0) return posting > 0 || switchOn ? 'posting' : 'in_queue';
  if (posted > 0) return failed > 0 ? 'partially_posted' : 'posted';
  if (failed === 0) return 'completed';
  return completed === 0 ? 'failed' : 'partially_completed';
}
