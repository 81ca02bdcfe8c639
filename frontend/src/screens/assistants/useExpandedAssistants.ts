import type { Assistant } from '@flyerdeck/contracts/types';
import { useCallback, useState } from 'react';

/**
 * Which assistants are expanded: those that were waiting when first loaded, the one that the URL names, and those that
 * the user expanded. An assistant stays expanded when it is queued, so that its panel does not close during use.
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
