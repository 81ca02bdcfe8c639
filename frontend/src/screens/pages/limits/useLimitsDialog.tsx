import type { Page } from '@flyerdeck/contracts/types';
import { useMemo } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';

// Loaded on first use, so not part of the first load.
const LimitsDialog = lazyPart(() => import('./LimitsDialog.tsx'));

/** The dialog for the posting limits of some of `pages`. It is outside of the cards, which come and go while scrolling. */
export function useLimitsDialog(pages: readonly Page[]) {
  const [guids, openFor] = useUiState<readonly string[] | null>('pages.limits.open', null);
  const chosen = useMemo(() => {
    const wanted = new Set(guids);
    return pages.filter(({ guid }) => wanted.has(guid));
  }, [pages, guids]);
  return {
    /** A stable reference. */
    openFor,
    dialog: chosen.length > 0 && <LimitsDialog pages={chosen} onClose={() => openFor(null)} />,
  };
}
