import type { Page } from '@flyerdeck/contracts/types';
import { pageName } from '../card/pageName.ts';
import type { PagesSort } from './pagesView.ts';

const alphabet = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** ISO times compare as text; what has no time comes last either way. */
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
  // What runs out first is what a person looks for.
  paid: (a, b) => byTime(paidUntil(a), paidUntil(b), 1),
  active: (a, b) => Number(b.is_active) - Number(a.is_active),
};

/** Pages in the order asked for, equal ones newest link first, as the store holds them. */
export const sortedPages = (pages: readonly Page[], sort: PagesSort): readonly Page[] =>
  sort === 'linked' ? pages : pages.toSorted(COMPARISONS[sort]);
