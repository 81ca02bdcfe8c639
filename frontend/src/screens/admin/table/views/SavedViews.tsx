import FolderOutlined from '@ant-design/icons/FolderOutlined';
import type { SavedViewTable } from '@flyerdeck/contracts/types';
import { lazy, Suspense, useState } from 'react';
import { useUrlParams } from '../../../../app/useUrlParams.ts';
import { useListSavedViewsQuery } from '../../../../data/admin/savedViewsApi.ts';
import { ToolbarPopover } from '../ToolbarPopover.tsx';
import { viewQueryOf } from './viewQuery.ts';

const SavedViewsList = lazy(() => import('./SavedViewsList.tsx'));
const SavedViewsDialog = lazy(() => import('./SavedViewsDialog.tsx'));

/** A menu with the admin's views of a table. A view is the state of the table in the URL, under a name. */
export function SavedViews({ table }: { readonly table: SavedViewTable }) {
  const [params, changeParams] = useUrlParams();
  const query = useListSavedViewsQuery({ table });
  // Null until it was opened, so that its chunk is loaded then.
  const [isManaging, setIsManaging] = useState<boolean | null>(null);
  const current = viewQueryOf(params);
  const shown = query.data?.views.find((view) => view.query === current);

  return (
    <>
      <ToolbarPopover
        name="views"
        label={shown ? `View: ${shown.name}` : 'Views'}
        icon={<FolderOutlined aria-hidden />}
      >
        {(close) => (
          <Suspense>
            <SavedViewsList
              query={query}
              current={current}
              onShow={(viewQuery) => {
                close();
                changeParams(() => new URLSearchParams(viewQuery));
              }}
              onManage={() => {
                close();
                setIsManaging(true);
              }}
            />
          </Suspense>
        )}
      </ToolbarPopover>
      {isManaging !== null && (
        <Suspense>
          <SavedViewsDialog
            open={isManaging}
            table={table}
            views={query.data?.views ?? []}
            current={current}
            onClose={() => setIsManaging(false)}
          />
        </Suspense>
      )}
    </>
  );
}
