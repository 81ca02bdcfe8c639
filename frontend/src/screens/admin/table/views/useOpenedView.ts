import type { SavedViewTable } from '@flyerdeck/contracts/types';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useListSavedViewsQuery } from '../../../../data/admin/savedViewsApi.ts';

/**
 * When a screen is opened without state in its URL, writes the state of the default view into it. Without a default view, the
 * columns that were chosen last in this browser. The table does not wait for the views: a list that the server sorts may be
 * requested once more.
 */
export function useOpenedView(table: SavedViewTable, loadColumns: () => string | null): void {
  const [params, setParams] = useSearchParams();
  const { data } = useListSavedViewsQuery({ table });
  const names = [...params.keys()];
  const isOpen = useRef(names.length > 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the screen is opened.
  useEffect(() => {
    const columns = loadColumns();
    if (!isOpen.current && columns !== null) setParams({ columns }, { replace: true });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the views are known.
  useEffect(() => {
    if (isOpen.current || !data) return;
    isOpen.current = true;
    const view = data.views.find(({ is_default }) => is_default);
    const isUnchanged = names.every((name) => name === 'columns');
    if (view && isUnchanged) setParams(new URLSearchParams(view.query), { replace: true });
  }, [data]);
}
