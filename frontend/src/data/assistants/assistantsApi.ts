import * as assistants from '@flyerdeck/contracts/calls/assistants';
import * as forecasts from '@flyerdeck/contracts/calls/forecasts';
import { injectCalls } from '../client.ts';

export type AssistantTaskStatus = 'active' | 'archived';

export const assistantsApi = injectCalls(
  { ...assistants, ...forecasts },
  {
    listAssistants: { provides: ['Assistant/LIST'] },
    forecastAssistant: {
      /** `version` is that of the stored assistant. It is part of the cache key, so a new version is fetched again. */
      args: ({ id }: { id: string; version: string }) => ({ id }),
      keepUnusedDataFor: 0,
      provides: ['Assistant/:id', 'Forecast'],
    },
    getListedWords: { provides: ['ListedWords'] },
    listAssistantTasks: { provides: ['Task/LIST', 'Task/ASSISTANT-:id'] },
  },
);

export const {
  useListAssistantsQuery,
  useCreateAssistantMutation,
  useDeleteAssistantMutation,
  useForecastAssistantQuery,
  useGetListedWordsQuery,
  useSetListedWordsMutation,
  useAddToQueueMutation,
  usePauseAssistantMutation,
  useResumeAssistantMutation,
  useProcessScreenshotsMutation,
  useRunAssistantAgainMutation,
  useSaveRepeatMutation,
  usePauseRepeatMutation,
  useResumeRepeatMutation,
  useDeleteRepeatMutation,
  useOpenScreenshotsMutation,
  useListAssistantTasksQuery,
  useReorderTasksMutation,
} = assistantsApi;
