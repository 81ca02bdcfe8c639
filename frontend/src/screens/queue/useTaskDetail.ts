import type { Task, TaskPosting } from '@flyerdeck/contracts/types';
import { useDocumentVisible } from '../../app/useDocumentVisible.ts';
import { errorSentence, isSignedOutError } from '../../data/apiError.ts';
import { useGetTaskQuery } from '../../data/tasks/tasksApi.ts';
import { mayWait } from '../../lib/taskRules.ts';
import { useReloadOnChange } from './useReloadOnChange.ts';

export interface TaskDetailState {
  readonly postings: readonly TaskPosting[] | null;
  readonly isLoading: boolean;
  readonly errorMessage: string | null;
  refetch(): void;
}

/** A page comes online or is short of credits without its task changing: what is waited for is asked for now and then. */
const WAIT_REASONS_POLL_MS = 30_000;

/** The postings of a task, loaded only when wanted and again when the list shows that the task has moved on. */
export function useTaskDetail(task: Task, isWanted: boolean): TaskDetailState {
  const isPolled = useDocumentVisible() && mayWait(task);
  const { data, error, isFetching, refetch } = useGetTaskQuery(
    { id: task._id },
    { skip: !isWanted, pollingInterval: isPolled ? WAIT_REASONS_POLL_MS : 0 },
  );

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
