import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { failureSentence } from '../../../data/apiError.ts';
import { useUnlinkPagesMutation, useUpdateTagsOfPagesMutation } from '../../../data/pages/pagesApi.ts';
import type { TagChange } from '../../../data/pages/pagesSlice.ts';
import { useUiState } from '../../../data/uiState/useUiState.ts';
import { counted } from '../../../lib/numbers.ts';

export type PageSelection = ReturnType<typeof usePageSelection>;

export function usePageSelection(shown: readonly string[]) {
  const [selection, setSelection] = useUiState('pages.selection', NOTHING_SELECTED);
  const order = useRef(shown);
  useLayoutEffect(() => {
    order.current = shown;
  }, [shown]);

  // A stable reference, so that it does not render the cards again.
  const toggle = useCallback(
    (guid: string, isRange: boolean) =>
      setSelection((before) => toggled(before, { guid, isRange, order: order.current })),
    [setSelection],
  );
  // Selected pages that are not shown are left out: they must not be tagged or unlinked.
  const guids: ReadonlySet<string> = useMemo(() => {
    const selected = new Set(selection.guids);
    return new Set(selected.size === 0 ? [] : shown.filter((guid) => selected.has(guid)));
  }, [shown, selection]);
  return {
    guids,
    toggle,
    selectAll: () => setSelection({ guids: shown, anchor: null }),
    clear: () => setSelection(NOTHING_SELECTED),
  };
}

/** The selected pages, and the page where a range selection with Shift starts. Plain data, because it is in the store. */
export interface Selection {
  readonly guids: readonly string[];
  readonly anchor: string | null;
}

const NOTHING_SELECTED: Selection = { guids: [], anchor: null };

function between(order: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(to)].sort((a, b) => a - b);
  return start === undefined || end === undefined || start < 0 ? [to] : order.slice(start, end + 1);
}

/** With Shift all pages between it and the last toggled page get the same state. `order`: the shown pages from top to bottom. */
export function toggled(
  selection: Selection,
  { guid, isRange, order }: { readonly guid: string; readonly isRange: boolean; readonly order: readonly string[] },
): Selection {
  const guids = new Set(selection.guids);
  const becomesSelected = !guids.has(guid);
  for (const one of isRange ? between(order, selection.anchor, guid) : [guid]) {
    if (becomesSelected) guids.add(one);
    else guids.delete(one);
  }
  return { guids: [...guids], anchor: guid };
}

export function useBulkEdits() {
  const [updateTags, tagsState] = useUpdateTagsOfPagesMutation();
  const [unlink, unlinkState] = useUnlinkPagesMutation();
  const clearFailures = () => {
    tagsState.reset();
    unlinkState.reset();
  };
  return {
    changeTags: (guids: readonly string[], { add, remove }: TagChange) => {
      clearFailures();
      void updateTags({ body: { guids: [...guids], add: [...add], remove: [...remove] } });
    },
    askToUnlink: async (guids: readonly string[]): Promise<boolean> => {
      const question = `Are you sure you want to unlink ${counted(guids.length, 'page')}? This action cannot be undone.`;
      if (!window.confirm(question)) return false;
      clearFailures();
      const { error } = await unlink({ body: { guids: [...guids] } });
      return error === undefined;
    },
    isUnlinking: unlinkState.isLoading,
    failures: [
      failureSentence(tagsState.error, 'Failed to update tags'),
      failureSentence(unlinkState.error, 'Failed to unlink pages'),
    ].filter((failure) => failure !== null),
  };
}
