import type { SavedViewTable } from '@flyerdeck/contracts/types';
import { useEffect, useRef } from 'react';
import { useUrlParams } from '../../../../app/useUrlParams.ts';
import { useListSavedViewsQuery } from '../../../../data/savedViews/savedViewsApi.ts';

/**
 * When a screen is opened without state in its URL, writes the state of the default view into it. Without a default view, the
 * columns that were chosen last in this browser. The table does not wait for the views: a list that the server sorts may be
 * requested once more.
 */
export function useOpenedView(table: SavedViewTable, loadColumns: () => string | null): void {
  const [params, changeParams] = useUrlParams();
  const { data } = useListSavedViewsQuery({ table });
  const isOpen = useRef(params.toString() !== '');

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the screen is opened.
  useEffect(() => {
    const columns = loadColumns();
    if (!isOpen.current && columns !== null) changeParams(() => new URLSearchParams({ columns }), { replace: true });
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the views are known.
  useEffect(() => {
    if (isOpen.current || !data) return;
    isOpen.current = true;
    const view = data.views.find(({ is_default }) => is_default);
    if (!view) return;
    changeParams(
      (current) => {
        const isUnchanged = [...current.keys()].every((name) => name === 'columns');
        return isUnchanged ? new URLSearchParams(view.query) : current;
      },
      { replace: true },
    );
  }, [data]);
}
