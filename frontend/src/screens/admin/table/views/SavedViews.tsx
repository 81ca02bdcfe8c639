import FolderOutlined from '@ant-design/icons/FolderOutlined';
import type { SavedViewTable } from '@flyerdeck/contracts/types';
import { lazy, Suspense } from 'react';
import { ToolbarPopover } from '../../../../app/savedViews/ToolbarPopover.tsx';
import { useUrlParams } from '../../../../app/useUrlParams.ts';
import { useListSavedViewsQuery } from '../../../../data/savedViews/savedViewsApi.ts';
import { viewQueryOf } from './viewQuery.ts';

const SavedViewsList = lazy(() => import('../../../../app/savedViews/SavedViewsList.tsx'));

/** A menu with the admin's views of a table. A view is the state of the table in the URL, under a name. */
export function SavedViews({ table }: { readonly table: SavedViewTable }) {
  const [params, changeParams] = useUrlParams();
  const query = useListSavedViewsQuery({ table });
  const current = viewQueryOf(params);
  const shown = query.data?.views.find((view) => view.query === current);

  return (
    <ToolbarPopover name="views" label={shown ? `View: ${shown.name}` : 'Views'} icon={<FolderOutlined aria-hidden />}>
      {(close) => (
        <Suspense>
          <SavedViewsList
            table={table}
            query={query}
            current={current}
            onShow={(viewQuery) => {
              close();
              changeParams(() => new URLSearchParams(viewQuery));
            }}
          />
        </Suspense>
      )}
    </ToolbarPopover>
  );
}
