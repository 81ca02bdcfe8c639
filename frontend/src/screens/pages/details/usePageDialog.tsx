import type { Page } from '@flyerdeck/contracts/types';
import { useMemo } from 'react';
import { useUrlParams, withParam } from '../../../app/hooks.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { lazyPart } from '../../../ui/lazyPart.tsx';
import type { PageSelection } from '../selection/usePageSelection.ts';

const PageDialog = lazyPart(() => import('./PageDialog.tsx'));

interface PageDialogOptions {
  readonly pages: readonly Page[];
  readonly selection: PageSelection;
  onOpenLimits(guids: readonly string[]): void;
}

/** The dialog with the details of one of `pages`, also of the one that the address names. It is outside of the rows, which come and go while scrolling. */
export function usePageDialog({ pages, selection, onOpenLimits }: PageDialogOptions) {
  const [opened, openFor] = useUiState<string | null>('pages.details', null);
  const [params, changeParams] = useUrlParams();
  const guid = opened ?? params.get('page');
  const page = guid === null ? undefined : pages.find((one) => one.guid === guid);
  return {
    openFor,
    dialog: page && (
      <PageDialog
        page={page}
        isSelected={selection.guids.has(page.guid)}
        onToggle={selection.toggle}
        onOpenLimits={onOpenLimits}
        onClose={() => {
          openFor(null);
          if (params.has('page')) changeParams(withParam('page', null), { replace: true });
        }}
      />
    ),
  };
}

const LimitsDialog = lazyPart(() => import('../limits/LimitsDialog.tsx'));

/** The dialog for the posting limits of some of `pages`. It is outside of the cards, which come and go while scrolling. */
export function useLimitsDialog(pages: readonly Page[]) {
  const [guids, openFor] = useUiState<readonly string[] | null>('pages.limits.open', null);
  const chosen = useMemo(() => {
    const wanted = new Set(guids);
    return pages.filter(({ guid }) => wanted.has(guid));
  }, [pages, guids]);
  return {
    openFor,
    dialog: chosen.length > 0 && <LimitsDialog pages={chosen} onClose={() => openFor(null)} />,
  };
}
