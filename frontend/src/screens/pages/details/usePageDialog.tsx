import type { Page } from '@flyerdeck/contracts/types';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import type { PageSelection } from '../selection/usePageSelection.ts';

const PageDialog = lazyPart(() => import('./PageDialog.tsx'));

interface PageDialogOptions {
  readonly pages: readonly Page[];
  readonly selection: PageSelection;
  onOpenLimits(guids: readonly string[]): void;
}

/** The dialog with the details of one of `pages`. It is outside of the rows, which come and go while scrolling. */
export function usePageDialog({ pages, selection, onOpenLimits }: PageDialogOptions) {
  const [guid, openFor] = useUiState<string | null>('pages.details', null);
  const page = guid === null ? undefined : pages.find((one) => one.guid === guid);
  return {
    /** A stable reference. */
    openFor,
    dialog: page && (
      <PageDialog
        page={page}
        isSelected={selection.guids.has(page.guid)}
        onToggle={selection.toggle}
        onOpenLimits={onOpenLimits}
        onClose={() => openFor(null)}
      />
    ),
  };
}
