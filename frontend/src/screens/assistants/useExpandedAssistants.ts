import type { Assistant } from '@flyerdeck/contracts/types';
import { useCallback, useLayoutEffect } from 'react';
import { useUiState } from '../../data/uiState/useUiState.ts';

const NONE: Readonly<Record<string, boolean>> = {};

/**
 * Which assistants are expanded: those that were waiting when first loaded, the one that the URL names, and those that
 * the user expanded. An assistant stays expanded when it is queued, so that its panel does not close during use.
 */
export function useExpandedAssistants(assistants: readonly Assistant[], forcedId: string | null) {
  const [open, setOpen] = useUiState('expandedAssistants', NONE);
  const toggle = useCallback((id: string) => setOpen((before) => ({ ...before, [id]: !before[id] })), [setOpen]);

  // Before the paint: the panels of the first render are the final ones.
  useLayoutEffect(() => {
    if (!assistants.some(({ _id }) => !(_id in open))) return;
    const firstSeen = Object.fromEntries(assistants.map(({ _id, status }) => [_id, status === 'waiting']));
    setOpen((before) => ({ ...firstSeen, ...before }));
  }, [assistants, open, setOpen]);
  useLayoutEffect(() => {
    if (forcedId !== null) setOpen((before) => ({ ...before, [forcedId]: true }));
  }, [forcedId, setOpen]);

  return { isExpanded: (id: string) => open[id] ?? false, toggle };
}
