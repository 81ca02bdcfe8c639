import { assistants, forecasts, sheets } from '@flyerdeck/contracts/calls';
import type { Assistant } from '@flyerdeck/contracts/types';
import { createEntityAdapter, createSlice, isAnyOf } from '@reduxjs/toolkit';
import { injectCalls } from '../client.ts';
import { sessionEnded } from '../request/sessionActions.ts';
import { storeRows } from '../storeRows.ts';

export type AssistantTaskStatus = 'active' | 'archived';

export const assistantsApi = injectCalls(
  { ...assistants, ...forecasts, ...sheets },
  {
    listAssistants: { provides: ['Assistant/LIST'] },
    forecastAssistant: {
      /** `version` is that of the stored assistant. It is part of the cache key, so a new version is fetched again. */
      args: ({ id }: { id: string; version: string }) => ({ id }),
      keepUnusedDataFor: 0,
      provides: ['Assistant/:id', 'Forecast'],
    },
    previewTexts: {
      /** `version` as of forecastAssistant: the texts depend on the targets. */
      args: ({ id, description }: { id: string; version: string; description: string }) => ({
        id,
        body: { description },
      }),
      provides: ['Page/LIST'],
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
  usePreviewTextsQuery,
  useGetListedWordsQuery,
  useSetListedWordsMutation,
  useAddToQueueMutation,
  usePauseAssistantMutation,
  useResumeAssistantMutation,
  useProcessScreenshotsMutation,
  useSaveRepeatMutation,
  usePauseRepeatMutation,
  useDeleteRepeatMutation,
  useOpenScreenshotsMutation,
  useListAssistantTasksQuery,
  useReorderTasksMutation,
} = assistantsApi;

const adapter = createEntityAdapter<Assistant, string>({ selectId: (assistant) => assistant._id });
const initialState = adapter.getInitialState();
interface WithAssistants {
  readonly assistants: typeof initialState;
}

export const assistantsSlice = createSlice({
  name: 'assistants',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    const { listAssistants, createAssistant, updateAssistant, deleteAssistant } = assistantsApi.endpoints;
    const { addToQueue, pauseAssistant, resumeAssistant } = assistantsApi.endpoints;
    const { saveRepeat, pauseRepeat, deleteRepeat } = assistantsApi.endpoints;
    builder
      .addCase(sessionEnded, () => initialState)
      .addMatcher(listAssistants.matchFulfilled, (state, { payload, meta }) => {
        // The response of a search has only some assistants. The others are kept.
        const isSearch = Boolean(meta.arg.originalArgs?.searchQuery);
        storeRows(adapter, state, payload, isSearch ? () => false : undefined);
      })
      .addMatcher(createAssistant.matchFulfilled, (state, { payload }) => {
        adapter.setOne(state, payload);
        state.ids = [payload._id, ...state.ids.filter((id) => id !== payload._id)];
      })
      .addMatcher(updateAssistant.matchFulfilled, adapter.setOne)
      .addMatcher(
        isAnyOf(
          addToQueue.matchFulfilled,
          pauseAssistant.matchFulfilled,
          resumeAssistant.matchFulfilled,
          saveRepeat.matchFulfilled,
          pauseRepeat.matchFulfilled,
          deleteRepeat.matchFulfilled,
        ),
        (state, { payload }) => {
          adapter.setOne(state, payload.assistant);
        },
      )
      .addMatcher(deleteAssistant.matchFulfilled, (state, { meta }) => {
        adapter.removeOne(state, meta.arg.originalArgs.id);
      });
  },
});

export const selectAllAssistants = adapter.getSelectors((state: WithAssistants) => state.assistants).selectAll;
export const selectAssistantById = (state: WithAssistants, id: string): Assistant | undefined =>
  state.assistants.entities[id];
