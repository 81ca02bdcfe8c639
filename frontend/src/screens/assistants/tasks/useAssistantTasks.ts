import type { Task } from '@flyerdeck/contracts/types';
import { useAppSelector } from '../../../app/hooks.ts';
import { errorSentence, isSignedOutError } from '../../../data/apiError.ts';
import { type AssistantTaskStatus, useListAssistantTasksQuery } from '../../../data/assistants/assistantsApi.ts';
import { selectAssistantById } from '../../../data/assistants/assistantsSlice.ts';
import { selectAssistantTasks } from '../../../data/tasks/tasksSelectors.ts';
import { isRunning } from '../assistantRules.ts';
import { useWorkPolling } from '../useWorkPolling.ts';

interface AssistantTasksState {
  readonly tasks: readonly Task[];
  /** Nothing is known yet. */
  readonly isLoading: boolean;
  readonly failureMessage: string | null;
  refetch(): void;
}

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : 'unknown error';

export function useAssistantTasks(assistantId: string, status: AssistantTaskStatus): AssistantTasksState {
  const assistant = useAppSelector((state) => selectAssistantById(state, assistantId));
  const pollingInterval = useWorkPolling(status === 'active' && assistant !== undefined && isRunning(assistant));
  const { isLoading, error, refetch } = useListAssistantTasksQuery({ id: assistantId, status }, { pollingInterval });
  const tasks = useAppSelector((state) => selectAssistantTasks(state, assistantId, status));
  return {
    tasks,
    isLoading: isLoading && tasks.length === 0,
    failureMessage:
      error && !isSignedOutError(error)
        ? `Failed to fetch ${status} tasks: ${errorSentence(error, messageOf(error))}`
        : null,
    refetch: () => void refetch(),
  };
}
