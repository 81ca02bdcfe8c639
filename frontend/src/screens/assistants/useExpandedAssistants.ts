import type { Assistant } from '@flyerdeck/contracts/types';
import { useCallback, useState } from 'react';

/**
 * Which panels are open: those of assistants that were waiting when first seen, the forced one, and whatever the
 * person opened. An assistant that is queued stays open, so that its panel does not close while the person uses it.
 */
export function useExpandedAssistants(assistants: readonly Assistant[], forcedId: string | null) {
  const [open, setOpen] = useState<Readonly<Record<string, boolean>>>({});
  const toggle = useCallback((id: string) => setOpen((before) => ({ ...before, [id]: !before[id] })), []);
  const [appliedForcedId, setAppliedForcedId] = useState<string | null>(null);

  if (forcedId !== appliedForcedId) {
    setAppliedForcedId(forcedId);
    if (forcedId !== null) setOpen({ ...open, [forcedId]: true });
  } else if (assistants.some(({ _id }) => !(_id in open))) {
    const firstSeen = Object.fromEntries(assistants.map(({ _id, status }) => [_id, status === 'waiting']));
    setOpen({ ...firstSeen, ...open });
  }

  return { isExpanded: (id: string) => open[id] ?? false, toggle };
}
