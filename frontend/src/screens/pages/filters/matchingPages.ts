import type { Page } from '@flyerdeck/contracts/types';
import { searchMatch } from '../../../lib/searchMatch.ts';

/** Pages whose name, username, guid or any tag contains the search. */
export const matchingPages = (pages: readonly Page[], search: string): readonly Page[] =>
  search.trim() === ''
    ? pages
    : pages.filter((page) => searchMatch(search, page.name, page.username, page.guid, ...page.tags));
