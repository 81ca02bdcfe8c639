import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { api } from '../api.ts';

/** What the user has opened and typed on the mounted screens, by the key of `useUiState`. Values are plain data. */
type UiState = Readonly<Record<string, unknown>>;
export interface WithUi {
  readonly ui: UiState;
}

const NOTHING: UiState = {};

export const uiSlice = createSlice({
  name: 'ui',
  initialState: NOTHING,
  reducers: {
    uiChanged: (state, { payload: { key, value } }: PayloadAction<{ key: string; value: unknown }>) => ({
      ...state,
      [key]: value,
    }),
    /** Its component was removed. */
    uiRemoved: (state, { payload: { key } }: PayloadAction<{ key: string }>) => {
      const { [key]: _, ...others } = state;
      return others;
    },
  },
  extraReducers: (builder) => {
    // After a sign-out. Not `sessionEnded`, which also occurs while the session starts.
    builder.addCase(api.util.resetApiState, () => NOTHING);
  },
});

export const { uiChanged, uiRemoved } = uiSlice.actions;
