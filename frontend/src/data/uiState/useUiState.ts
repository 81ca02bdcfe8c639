import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { useCallback, useLayoutEffect } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { api } from '../api.ts';

type Change<T> = T | ((before: T) => T);

/** In the store, so that a replayed log shows what was open. Keys are unique among mounted components, values plain data. A secret must have a name that the log redacts, as in `{ token }`. */
export function useUiState<T>(key: string, initial: T, isKept = false): [value: T, change: (next: Change<T>) => void] {
  const store = useStore<WithUi>();
  const dispatch = useDispatch();
  const stored = useSelector(({ ui }: WithUi) => ui[key]) as T | undefined;

  // Before the paint, so that a component that replaces this one never shows its value.
  useLayoutEffect(
    () => () => {
      if (!isKept && key in store.getState().ui) dispatch(uiRemoved({ key }));
    },
    [store, dispatch, key, isKept],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `initial` counts once, as for useState.
  const change = useCallback(
    (next: Change<T>) => {
      const { ui } = store.getState();
      const before = (key in ui ? ui[key] : initial) as T;
      const value = typeof next === 'function' ? (next as (before: T) => T)(before) : next;
      if (value !== before) dispatch(uiChanged({ key, value }));
    },
    [store, dispatch, key],
  );
  return [stored === undefined ? initial : stored, change];
}

type UiState = Readonly<Record<string, unknown>>;
interface WithUi {
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
