import type { Preset } from '@flyerdeck/contracts/types';
import { createEntityAdapter, createSlice, isAnyOf } from '@reduxjs/toolkit';
import { replaceScope } from '../replaceScope.ts';
import { sessionEnded } from '../session/sessionActions.ts';
import { presetsApi } from './presetsApi.ts';

const adapter = createEntityAdapter<Preset>();
const initialState = adapter.getInitialState();
export type PresetsState = typeof initialState;
export interface WithPresets {
  readonly presets: PresetsState;
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
        replaceScope(adapter, state, payload);
      })
      .addMatcher(isAnyOf(createPreset.matchFulfilled, updatePreset.matchFulfilled), (state, { payload }) => {
        adapter.setOne(state, payload);
      })
      .addMatcher(deletePreset.matchFulfilled, (state, { meta }) => {
        adapter.removeOne(state, meta.arg.originalArgs.id);
      });
  },
});

const selectors = adapter.getSelectors((state: WithPresets) => state.presets);

/** Presets by name. */
export const selectAllPresets = selectors.selectAll;
