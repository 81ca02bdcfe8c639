import type { Task } from '@flyerdeck/contracts/types';
import { useEffect, useState } from 'react';
import { failureSentence } from '../../data/apiError.ts';
import { useGetTaskQuery } from '../../data/tasks/tasksApi.ts';
import { mayWait } from '../../lib/taskRules.ts';
import { useReloadOnChange } from './useReloadOnChange.ts';

export type TaskDetailState = ReturnType<typeof useTaskDetail>;

/** A row that is scrolled past within this time asks for nothing. */
const STAYS_IN_VIEW_MS = 200;
/** A page comes online or is short of credits without its task changing: what is waited for is asked for now and then. */
const WAIT_REASONS_POLL_MS = 30_000;

/**
 * The postings of a task: loaded when they are shown, or when the row stays in view and its pages may wait; loaded
 * again when the list shows that the task has moved on.
 */
export function useTaskDetail(task: Task, isShown: boolean) {
  const [staysInView, setStaysInView] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setStaysInView(true), STAYS_IN_VIEW_MS);
    return () => clearTimeout(timer);
  }, []);

  const isWanted = isShown || (staysInView && mayWait(task));
  const { data, error, isFetching, refetch } = useGetTaskQuery(
    { id: task._id },
    { skip: !isWanted, pollingInterval: mayWait(task) ? WAIT_REASONS_POLL_MS : 0, skipPollingIfUnfocused: true },
  );
  const { posted, pending, failed } = task.page_counts;
  useReloadOnChange(isWanted ? [task.updatedAt, posted, pending, failed].join(' ') : null, refetch);

  const failure = failureSentence(error, 'Failed to fetch details.');
  return {
    postings: (isWanted && data?.page_postings) || null,
    isLoading: isFetching && !data,
    failure: failure && `Error loading details: ${failure}`,
    refetch,
  };
}
