import FolderOutlined from '@ant-design/icons/FolderOutlined';
import SavedViewsList from '../../../app/savedViews/SavedViewsList.tsx';
import { ToolbarPopover } from '../../../app/savedViews/ToolbarPopover.tsx';
import { useUrlParams } from '../../../app/useUrlParams.ts';
import { useListSavedViewsQuery } from '../../../data/savedViews/savedViewsApi.ts';
import { pagesViewOf, pagesViewQuery, withPagesView } from '../filters/pagesView.ts';

/** The menu of the user's saved views of the pages, like that of the admin's tables. It is loaded when it is first opened. */
export default function PagesViews() {
  const [params, changeParams] = useUrlParams();
  const query = useListSavedViewsQuery({ table: 'pages' });
  const current = pagesViewQuery(params);
  const shown = query.data?.views.find((view) => view.query === current);
  return (
    <ToolbarPopover
      name="pages.views"
      isOpenAtFirst
      label={shown ? `View: ${shown.name}` : 'Views'}
      icon={<FolderOutlined aria-hidden />}
    >
      {(close) => (
        <SavedViewsList
          table="pages"
          query={query}
          current={current}
          hasDefault={false}
          keeps="order, filters and layout"
          onShow={(viewQuery) => {
            close();
            changeParams((before) => withPagesView(before, pagesViewOf(new URLSearchParams(viewQuery))));
          }}
        />
      )}
    </ToolbarPopover>
  );
}
