import { useCallback, useLayoutEffect } from 'react';
import { useDispatch, useSelector, useStore } from 'react-redux';
import { uiChanged, uiRemoved, type WithUi } from './uiSlice.ts';

type Change<T> = T | ((before: T) => T);

/**
 * Like `useState`, in the store, so that a replayed log shows what was open. The key is unique among the mounted
 * components: a list adds the id of its item. The value is plain data (no Set, no Date), and starts again with `initial`
 * when the component is mounted again, unless it is kept. A secret must have a name that the log redacts, as in `{ token }`.
 */
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
