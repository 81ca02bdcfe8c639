import type { Page } from '@flyerdeck/contracts/types';
import { pageName } from '../../../lib/pages.ts';
import type { PagesSort } from './pagesView.ts';

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
  // The page whose payment ends first comes first.
  paid: (a, b) => byTime(paidUntil(a), paidUntil(b), 1),
  active: (a, b) => Number(b.is_active) - Number(a.is_active),
};

/** Sorted pages. Equal pages keep the order of the store: newest link first. */
export const sortedPages = (pages: readonly Page[], sort: PagesSort): readonly Page[] =>
  sort === 'linked' ? pages : pages.toSorted(COMPARISONS[sort]);
