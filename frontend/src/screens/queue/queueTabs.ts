import type { QueueTab } from '@flyerdeck/contracts/statuses';

export const QUEUE_TAB_LABELS: Readonly<Record<QueueTab, string>> = {
  queue: 'Queue',
  completed: 'Completed',
  failed: 'Failed',
  in_progress: 'In Progress',
};

export const QUEUE_TAB_EMPTY_TEXTS: Readonly<Record<QueueTab, string>> = {
  queue: 'No tasks in queue.',
  completed: 'No completed tasks.',
  failed: 'No failed tasks.',
  in_progress: 'No tasks currently in progress.',
};

/** The order in which the tabs stand. */
export const QUEUE_TABS: readonly QueueTab[] = ['queue', 'completed', 'failed', 'in_progress'];
