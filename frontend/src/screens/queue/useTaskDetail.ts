import type { Task, TaskPosting } from '@flyerdeck/contracts/types';
import { errorSentence, isSignedOutError } from '../../data/apiError.ts';
import { useGetTaskQuery } from '../../data/tasks/tasksApi.ts';
import { useReloadOnChange } from './useReloadOnChange.ts';

export interface TaskDetailState {
  readonly postings: readonly TaskPosting[] | null;
  readonly isLoading: boolean;
  readonly errorMessage: string | null;
  refetch(): void;
}

/** The postings of a task, loaded only when wanted and again when the list shows that the task has moved on. */
export function useTaskDetail(task: Task, isWanted: boolean): TaskDetailState {
  const { data, error, isFetching, refetch } = useGetTaskQuery({ id: task._id }, { skip: !isWanted });

  const { posted, pending, failed } = task.page_counts;
  useReloadOnChange(isWanted ? [task.updatedAt, posted, pending, failed].join(' ') : null, refetch);

  const isWorthSaying = error !== undefined && !isSignedOutError(error);
  return {
    postings: (isWanted && data?.page_postings) || null,
    isLoading: isFetching && !data,
    errorMessage: isWorthSaying ? `Error loading details: ${errorSentence(error, 'Failed to fetch details.')}` : null,
    refetch: () => void refetch(),
  };
}
