import type { Assistant } from '@flyerdeck/contracts/types';
import { createEntityAdapter, createSlice, isAnyOf } from '@reduxjs/toolkit';
import { sessionEnded } from '../request/sessionActions.ts';
import { storeRows } from '../storeRows.ts';
import { assistantsApi } from './assistantsApi.ts';

const adapter = createEntityAdapter<Assistant, string>({ selectId: (assistant) => assistant._id });
const initialState = adapter.getInitialState();
export interface WithAssistants {
  readonly assistants: typeof initialState;
}

export const assistantsSlice = createSlice({
  name: 'assistants',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    const { listAssistants, createAssistant, updateAssistant, deleteAssistant } = assistantsApi.endpoints;
    const { addToQueue, pauseAssistant, resumeAssistant, runAssistantAgain } = assistantsApi.endpoints;
    const { saveRepeat, pauseRepeat, resumeRepeat, deleteRepeat } = assistantsApi.endpoints;
    const addFirst = (state: typeof initialState, assistant: Assistant) => {
      adapter.setOne(state, assistant);
      // Newest first, as the server lists them.
      state.ids = [assistant._id, ...state.ids.filter((id) => id !== assistant._id)];
    };
    builder
      .addCase(sessionEnded, () => initialState)
      .addMatcher(listAssistants.matchFulfilled, (state, { payload, meta }) => {
        // The response of a search has only some assistants. The others are kept.
        const isSearch = Boolean(meta.arg.originalArgs?.searchQuery);
        storeRows(adapter, state, payload, isSearch ? () => false : undefined);
      })
      .addMatcher(createAssistant.matchFulfilled, (state, { payload }) => {
        addFirst(state, payload);
      })
      .addMatcher(runAssistantAgain.matchFulfilled, (state, { payload }) => {
        addFirst(state, payload.assistant);
      })
      .addMatcher(updateAssistant.matchFulfilled, (state, { payload }) => {
        adapter.setOne(state, payload);
      })
      .addMatcher(
        isAnyOf(
          addToQueue.matchFulfilled,
          pauseAssistant.matchFulfilled,
          resumeAssistant.matchFulfilled,
          saveRepeat.matchFulfilled,
          pauseRepeat.matchFulfilled,
          resumeRepeat.matchFulfilled,
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

/** Assistants, newest first. */
export const selectAllAssistants = adapter.getSelectors((state: WithAssistants) => state.assistants).selectAll;
export const selectAssistantById = (state: WithAssistants, id: string): Assistant | undefined =>
  state.assistants.entities[id];
