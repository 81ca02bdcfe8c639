import type { Task } from '@flyerdeck/contracts/types';
import { useEffect, useState } from 'react';
import { failureSentence } from '../../data/apiError.ts';
import { useGetTaskQuery } from '../../data/tasks/tasksApi.ts';
import { mayWait } from '../../lib/postings.ts';
import { useReloadOnChange } from './useReloadOnChange.ts';

export type TaskDetailState = ReturnType<typeof useTaskDetail>;

/** A row that is scrolled out of view sooner does not load its details. */
const STAYS_IN_VIEW_MS = 200;
/** Wait reasons (page offline, out of credits) change without a change of the task, so they are polled. */
const WAIT_REASONS_POLL_MS = 30_000;

/**
 * The postings of a task. Loaded when they are shown, or when the row stays in view and its pages may be waiting.
 * Reloaded when the task in the list changes.
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
