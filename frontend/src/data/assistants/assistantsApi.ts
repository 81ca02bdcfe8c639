import * as assistants from '@flyerdeck/contracts/calls/assistants';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';

export type AssistantTaskStatus = 'active' | 'archived';

export const assistantsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAssistants: query(build, assistants.listAssistants, { provides: ['Assistant/LIST'] }),
    createAssistant: mutation(build, assistants.createAssistant),
    updateAssistant: mutation(build, assistants.updateAssistant),
    deleteAssistant: mutation(build, assistants.deleteAssistant),
    forecastAssistant: query(build, assistants.forecastAssistant, {
      /** `version` is that of the stored assistant. It is part of the cache key, so a new version is fetched again. */
      args: ({ id }: { id: string; version: string }) => ({ id }),
      keepUnusedDataFor: 0,
      provides: ['Assistant/:id', 'Forecast'],
    }),
    getListedWords: query(build, assistants.getListedWords, { provides: ['ListedWords'] }),
    setListedWords: mutation(build, assistants.setListedWords),
    addToQueue: mutation(build, assistants.addToQueue),
    pauseAssistant: mutation(build, assistants.pauseAssistant),
    resumeAssistant: mutation(build, assistants.resumeAssistant),
    processScreenshots: mutation(build, assistants.processScreenshots),
    runAssistantAgain: mutation(build, assistants.runAssistantAgain),
    saveRepeat: mutation(build, assistants.saveRepeat),
    pauseRepeat: mutation(build, assistants.pauseRepeat),
    resumeRepeat: mutation(build, assistants.resumeRepeat),
    deleteRepeat: mutation(build, assistants.deleteRepeat),
    openScreenshots: mutation(build, assistants.openScreenshots),
    listAssistantTasks: query(build, assistants.listAssistantTasks, { provides: ['Task/LIST', 'Task/ASSISTANT-:id'] }),
    reorderTasks: mutation(build, assistants.reorderTasks),
  }),
});

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
