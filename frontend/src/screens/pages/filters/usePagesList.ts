import { useMemo } from 'react';
import { useAppSelector, useUrlParams } from '../../../app/hooks.ts';
import { selectAllPages } from '../../../data/pages/pagesSlice.ts';
import { filteredPages, matchingPages } from './filteredPages.ts';
import { layoutFor, type PagesView, pagesViewOf, withPagesView } from './pagesView.ts';
import { sortedPages } from './sortedPages.ts';
import { tagGroupsOf } from './tagGroups.ts';

/** The pages that match the search and the view in the URL. Sorted first, so that typing in the search only filters. */
export function usePagesList(search: string) {
  const [params, changeParams] = useUrlParams();
  const view = useMemo(() => pagesViewOf(params), [params]);
  const pages = useAppSelector(selectAllPages);
  const sorted = useMemo(() => sortedPages(pages, view.sort), [pages, view.sort]);
  const shown = useMemo(() => matchingPages(filteredPages(sorted, view), search), [sorted, view, search]);
  return {
    pages,
    shown,
    shownGuids: useMemo(() => shown.map(({ guid }) => guid), [shown]),
    groups: useMemo(() => tagGroupsOf(pages), [pages]),
    view,
    layout: layoutFor(view, pages.length),
    // `replace`: a change of the view adds no entry to the browser's history.
    changeView: (changes: Partial<PagesView>) =>
      changeParams((current) => withPagesView(current, changes), { replace: true }),
  };
}
