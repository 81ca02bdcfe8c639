import type { Page } from '@flyerdeck/contracts/types';
import { searchMatch } from '../../../lib/compare.ts';
import { hasProblem } from '../card/pageProblem.ts';
import { countFilters, type PagesView } from './pagesView.ts';

const matches = (is: boolean, wanted: string | null): boolean => wanted === null || is === (wanted === 'yes');

/** Pages that match the filters. Tags are case-insensitive. */
export function filteredPages(pages: readonly Page[], view: PagesView): readonly Page[] {
  if (countFilters(view) === 0) return pages;
  const tag = view.tag?.toLowerCase();
  return pages.filter(
    (page) =>
      (view.active === 'problem' ? hasProblem(page) : matches(page.is_active, view.active)) &&
      matches(page.is_paid, view.paid) &&
      (tag === undefined || page.tags.some((one) => one.toLowerCase() === tag)),
  );
}

/** Pages whose name, username, guid or one of whose tags contains the search. */
export const matchingPages = (pages: readonly Page[], search: string): readonly Page[] =>
  search.trim() === ''
    ? pages
    : pages.filter((page) => searchMatch(search, page.name, page.username, page.guid, ...page.tags));
