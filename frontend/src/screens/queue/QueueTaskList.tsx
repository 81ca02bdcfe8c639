import { QUEUE_POLL_INTERVAL_MS } from '@flyerdeck/contracts/limits';
import { QUEUE_TAB_STATUSES, type QueueTab } from '@flyerdeck/contracts/statuses';
import { useMemo } from 'react';
import { useAppSelector } from '../../app/hooks.ts';
import { useDocumentVisible } from '../../app/useDocumentVisible.ts';
import { errorSentence, isSignedOutError } from '../../data/apiError.ts';
import { useListTasksQuery } from '../../data/tasks/tasksApi.ts';
import { selectTasksByStatuses, statusesArgument } from '../../data/tasks/tasksSelectors.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorAlert } from '../../ui/ErrorAlert.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { GroupedTasks } from './GroupedTasks.tsx';
import { groupTasks } from './groupTasks.ts';
import { QUEUE_TAB_EMPTY_TEXTS } from './queueTabs.ts';
import { useReloadOnChange } from './useReloadOnChange.ts';

interface QueueTaskListProps {
  tab: QueueTab;
  /** How many tasks the tab holds by the latest count; null before the first one. */
  count: number | null;
  currentTaskId: string | null;
}

/** The tasks of one tab, asked for again whenever its count changes (spec section 4, 'Queue tab filters'). */
export function QueueTaskList({ tab, count, currentTaskId }: QueueTaskListProps) {
  const statuses = QUEUE_TAB_STATUSES[tab];
  const isVisible = useDocumentVisible();
  const { isLoading, error, refetch } = useListTasksQuery(
    { status: statusesArgument(statuses) },
    // A task in progress gets on, page by page, while the count of the tab stays the same.
    { pollingInterval: tab === 'in_progress' && isVisible ? QUEUE_POLL_INTERVAL_MS : 0 },
  );
  const tasks = useAppSelector((state) => selectTasksByStatuses(state, statuses));
  const groups = useMemo(() => groupTasks(tasks), [tasks]);
  useReloadOnChange(count, refetch);

  const failureMessage = error && !isSignedOutError(error) ? errorSentence(error, 'Failed to fetch tasks.') : null;
  if (isLoading && tasks.length === 0) return <Skeleton label="Loading tasks" />;
  return (
    <>
      {failureMessage && <ErrorAlert message={failureMessage} onRetry={() => void refetch()} />}
      {tasks.length > 0 && <GroupedTasks groups={groups} currentTaskId={currentTaskId} />}
      {tasks.length === 0 && !failureMessage && <EmptyState>{QUEUE_TAB_EMPTY_TEXTS[tab]}</EmptyState>}
    </>
  );
}
