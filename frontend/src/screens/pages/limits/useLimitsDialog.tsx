import type { Page } from '@flyerdeck/contracts/types';
import { lazy, Suspense } from 'react';
import { useUiState } from '../../../data/uiState/useUiState.ts';

// Loaded on first use: its widgets are larger than the rest of the tab.
const LimitsDialog = lazy(() => import('./LimitsDialog.tsx'));

/** The dialog for the posting limits of `pages`. The name is unique among the dialogs of the tab. */
export function useLimitsDialog(name: string, pages: readonly Page[]) {
  const [isOpen, setIsOpen] = useUiState(`pages.limits.open.${name}`, false);
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && (
      <Suspense>
        <LimitsDialog name={name} pages={pages} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  };
}
