import { QUEUE_POLL_INTERVAL_MS, QUEUE_TAB_STATUSES, type QueueTab } from '@flyerdeck/contracts/values/queue';
import { useMemo } from 'react';
import { useAppSelector } from '../../app/hooks.ts';
import { failureSentence } from '../../data/apiError.ts';
import { useListTasksQuery } from '../../data/tasks/tasksApi.ts';
import { selectTasksByStatuses, statusesArgument } from '../../data/tasks/tasksSelectors.ts';
import { EmptyState, ErrorAlert, Skeleton } from '../../ui/notices.tsx';
import { GroupedTasks } from './GroupedTasks.tsx';
import { groupTasks } from './groupTasks.ts';
import { useReloadOnChange } from './useReloadOnChange.ts';

interface QueueTaskListProps {
  tab: QueueTab;
  /** The latest number of tasks of the tab; null before the first response. */
  count: number | null;
  currentTaskId: string | null;
}

const EMPTY_TEXTS: Readonly<Record<QueueTab, string>> = {
  queue: 'No tasks in queue.',
  completed: 'No completed tasks.',
  failed: 'No failed tasks.',
  in_progress: 'No tasks currently in progress.',
};

/** The tasks of one tab, reloaded when its count changes (spec section 4, 'Queue tab filters'). */
export function QueueTaskList({ tab, count, currentTaskId }: QueueTaskListProps) {
  const statuses = QUEUE_TAB_STATUSES[tab];
  const { isLoading, error, refetch } = useListTasksQuery(
    { status: statusesArgument(statuses) },
    // A task in progress changes without a change of the count.
    { pollingInterval: tab === 'in_progress' ? QUEUE_POLL_INTERVAL_MS : 0, skipPollingIfUnfocused: true },
  );
  const tasks = useAppSelector((state) => selectTasksByStatuses(state, statuses));
  const groups = useMemo(() => groupTasks(tasks), [tasks]);
  useReloadOnChange(count, refetch);

  const failure = failureSentence(error, 'Failed to fetch tasks.');
  if (isLoading && tasks.length === 0) return <Skeleton label="Loading tasks" />;
  return (
    <>
      {failure && <ErrorAlert message={failure} onRetry={refetch} />}
      {tasks.length > 0 && <GroupedTasks groups={groups} currentTaskId={currentTaskId} />}
      {tasks.length === 0 && !failure && <EmptyState>{EMPTY_TEXTS[tab]}</EmptyState>}
    </>
  );
}
