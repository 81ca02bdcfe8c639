import type { Page } from '@flyerdeck/contracts/types';
import { useMemo } from 'react';
import { useAppSelector, useUrlParams } from '../../../app/hooks.ts';
import { selectAllPages } from '../../../data/pages/pagesSlice.ts';
import { loadPagesLayout, savePagesLayout } from '../../../data/request/userStorage.ts';
import { searchMatch, wordOf } from '../../../lib/compare.ts';
import { pageName } from '../../../lib/pages.ts';
import { hasProblem } from '../card/pageProblem.ts';

/** The pages that match the search and the view in the URL. Sorted first, so that typing in the search only filters. */
export function usePagesList(search: string) {
  const [params, changeParams] = useUrlParams();
  const view = useMemo(() => pagesViewOf(params), [params]);
  const pages = useAppSelector(selectAllPages);
  const sorted = useMemo(() => sortedPages(pages, view.sort), [pages, view.sort]);
  const shown = useMemo(() => matchingPages(filteredPages(sorted, view), search), [sorted, view, search]);
  const chosenLayout = view.layout ?? wordOf(PAGES_LAYOUTS, loadPagesLayout());
  return {
    pages,
    shown,
    shownGuids: useMemo(() => shown.map(({ guid }) => guid), [shown]),
    groups: useMemo(() => tagGroupsOf(pages), [pages]),
    view,
    layout: chosenLayout ?? 'grid',
    isTableOffered: chosenLayout === null && pages.length >= TABLE_OFFERED_FROM_PAGES,
    changeView: (changes: Partial<PagesView>) => {
      if (changes.layout) savePagesLayout(changes.layout);
      // `replace`: a change of the view adds no entry to the browser's history.
      changeParams((current) => withPagesView(current, changes), { replace: true });
    },
  };
}

export interface PagesView {
  readonly sort: PagesSort;
  readonly active: Activity | null;
  readonly paid: YesNo | null;
  readonly tag: string | null;
  /** Null: the one that was chosen last in this browser. */
  readonly layout: PagesLayout | null;
}

export const PAGES_SORTS = ['linked', 'name', 'polled', 'paid', 'active'] as const;
export type PagesSort = (typeof PAGES_SORTS)[number];

export const PAGES_LAYOUTS = ['grid', 'table'] as const;
export type PagesLayout = (typeof PAGES_LAYOUTS)[number];

export const YES_NO = ['yes', 'no'] as const;
type YesNo = (typeof YES_NO)[number];

/** 'problem': active, but a person must do something, or it is paused. */
export const ACTIVITIES = ['yes', 'no', 'problem'] as const;
type Activity = (typeof ACTIVITIES)[number];

const TABLE_OFFERED_FROM_PAGES = 30;

export const NO_FILTERS = { active: null, paid: null, tag: null } as const;
export const DEFAULT_PAGES_VIEW: PagesView = { sort: 'linked', ...NO_FILTERS, layout: null };

export const pagesViewOf = (params: URLSearchParams): PagesView => ({
  sort: wordOf(PAGES_SORTS, params.get('sort')) ?? DEFAULT_PAGES_VIEW.sort,
  active: wordOf(ACTIVITIES, params.get('active')),
  paid: wordOf(YES_NO, params.get('paid')),
  tag: params.get('tag')?.trim() || null,
  layout: wordOf(PAGES_LAYOUTS, params.get('layout')),
});

function withPagesView(params: URLSearchParams, changes: Partial<PagesView>): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ ...pagesViewOf(params), ...changes })) {
    if (value === DEFAULT_PAGES_VIEW[name as keyof PagesView]) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}

export const countFilters = ({ active, paid, tag }: PagesView): number =>
  [active, paid, tag].filter((one) => one !== null).length;

const matches = (is: boolean, wanted: string | null): boolean => wanted === null || is === (wanted === 'yes');

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

const matchingPages = (pages: readonly Page[], search: string): readonly Page[] =>
  search.trim() === ''
    ? pages
    : pages.filter((page) => searchMatch(search, page.name, page.username, page.guid, ...page.tags));

const alphabet = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** Compares ISO times as text. Pages without a time come last in both directions. */
const byTime = (a: string | null, b: string | null, direction: 1 | -1): number => {
  if (a === b) return 0;
  if (a === null) return 1;
  if (b === null) return -1;
  return a < b ? -direction : direction;
};
const paidUntil = (page: Page): string | null => (page.is_paid ? page.paid_until : null);

const COMPARISONS: Readonly<Record<Exclude<PagesSort, 'linked'>, (a: Page, b: Page) => number>> = {
  name: (a, b) => alphabet.compare(pageName(a), pageName(b)),
  polled: (a, b) => byTime(a.last_polled_at, b.last_polled_at, -1),
  paid: (a, b) => byTime(paidUntil(a), paidUntil(b), 1),
  active: (a, b) => Number(b.is_active) - Number(a.is_active),
};

/** Sorted pages. Equal pages keep the order of the store: newest link first. */
export const sortedPages = (pages: readonly Page[], sort: PagesSort): readonly Page[] =>
  sort === 'linked' ? pages : pages.toSorted(COMPARISONS[sort]);

export interface TagGroup {
  readonly tag: string;
  readonly active: number;
  readonly inactive: number;
  readonly problems: number;
}

function tagGroupsOf(pages: readonly Page[]): readonly TagGroup[] {
  const groups = new Map<string, { tag: string; active: number; inactive: number; problems: number }>();
  for (const page of pages) {
    const isProblem = page.tags.length > 0 && hasProblem(page);
    for (const tag of page.tags) {
      const folded = tag.toLowerCase();
      const group = groups.get(folded) ?? { tag, active: 0, inactive: 0, problems: 0 };
      groups.set(folded, group);
      group[page.is_active ? 'active' : 'inactive'] += 1;
      if (isProblem) group.problems += 1;
    }
  }
  return [...groups.values()].sort((a, b) => alphabet.compare(a.tag, b.tag));
}
