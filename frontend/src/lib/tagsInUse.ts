import type { Page } from '@flyerdeck/contracts/types';

/** All tags of the pages, sorted. Tags that differ only in case are listed once. */
export function tagsInUse(pages: readonly Page[]): readonly string[] {
  const spellings = new Map<string, string>();
  for (const { tags } of pages) {
    for (const tag of tags) {
      const folded = tag.toLowerCase();
      if (!spellings.has(folded)) spellings.set(folded, tag);
    }
  }
  return [...spellings.values()].sort((a, b) => a.localeCompare(b, 'en', { sensitivity: 'base', numeric: true }));
}
