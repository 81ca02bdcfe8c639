import { presets } from '@flyerdeck/contracts/calls';
import type { Preset } from '@flyerdeck/contracts/types';
import { createEntityAdapter, createSlice, isAnyOf } from '@reduxjs/toolkit';
import { injectCalls } from '../client.ts';
import { sessionEnded } from '../request/sessionActions.ts';
import { storeRows } from '../storeRows.ts';

export const presetsApi = injectCalls(presets, { listPresets: { provides: ['Preset/LIST'] } });

export const { useListPresetsQuery, useCreatePresetMutation, useUpdatePresetMutation, useDeletePresetMutation } =
  presetsApi;

const adapter = createEntityAdapter<Preset>();
const initialState = adapter.getInitialState();
interface WithPresets {
  readonly presets: typeof initialState;
}

export const presetsSlice = createSlice({
  name: 'presets',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    const { listPresets, createPreset, updatePreset, deletePreset } = presetsApi.endpoints;
    builder
      .addCase(sessionEnded, () => initialState)
      .addMatcher(listPresets.matchFulfilled, (state, { payload }) => {
        storeRows(adapter, state, payload);
      })
      .addMatcher(isAnyOf(createPreset.matchFulfilled, updatePreset.matchFulfilled), adapter.setOne)
      .addMatcher(deletePreset.matchFulfilled, (state, { meta }) => {
        adapter.removeOne(state, meta.arg.originalArgs.id);
      });
  },
});

export const selectAllPresets = adapter.getSelectors((state: WithPresets) => state.presets).selectAll;
