import { useCallback, useMemo } from 'react';
import { useUiState } from '../../data/uiState/useUiState.ts';

const NONE: readonly string[] = [];

/** A set of keys, and a function that adds or removes a key. `name` is the key of the set in the store. */
export function useToggledSet(name: string): [ReadonlySet<string>, (key: string) => void] {
  const [keys, setKeys] = useUiState(name, NONE);
  const toggle = useCallback(
    (key: string) =>
      setKeys((before) => (before.includes(key) ? before.filter((one) => one !== key) : [...before, key])),
    [setKeys],
  );
  return [useMemo(() => new Set(keys), [keys]), toggle];
}
