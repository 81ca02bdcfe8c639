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
  /** At the head of some page's line, with the switch on. */
  readonly isNext: boolean;
}

/** Status by the postings alone; its twin in SQL is tasks.stored_status (without 'pending'), held equal by a test. */
export function deriveTaskStatus({ archived, counts, isNext }: TaskFacts): TaskStatus {
  if (archived) return 'archived';
  const { pending, posting, posted, completed, failed } = counts;
  const claimed = posting + posted + completed + failed;
  if (pending + claimed === 0) return 'waiting';
  if (claimed === 0) return isNext ? 'pending' : 'in_queue';
  if (pending + posting > 0) return 'posting';
  if (posted > 0) return failed > 0 ? 'partially_posted' : 'posted';
  if (failed === 0) return 'completed';
  return completed === 0 ? 'failed' : 'partially_completed';
}
