import type { Assistant } from '@flyerdeck/contracts/types';
import { useAppSelector } from '../../../app/hooks.ts';
import { failureSentence } from '../../../data/apiError.ts';
import { type AssistantTaskStatus, useListAssistantTasksQuery } from '../../../data/assistants/assistantsApi.ts';
import { selectAssistantTasks } from '../../../data/tasks/tasksSelectors.ts';
import { pollingFor } from '../assistantRules.ts';

export function useAssistantTasks(assistant: Assistant, status: AssistantTaskStatus) {
  const { _id: id } = assistant;
  const polling = pollingFor(status === 'active' ? [assistant] : []);
  const { isLoading, error, refetch } = useListAssistantTasksQuery({ id, status }, polling);
  const tasks = useAppSelector((state) => selectAssistantTasks(state, id, status));
  const failure = failureSentence(error, error?.message ?? 'unknown error');
  return {
    tasks,
    /** The first load, without cached tasks. */
    isLoading: isLoading && tasks.length === 0,
    failure: failure && `Failed to fetch ${status} tasks: ${failure}`,
    refetch,
  };
}
