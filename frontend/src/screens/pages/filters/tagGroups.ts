import type { Page } from '@flyerdeck/contracts/types';
import { hasProblem } from '../card/pageProblem.ts';

/** The pages with a tag, and their state. */
export interface TagGroup {
  readonly tag: string;
  readonly active: number;
  readonly inactive: number;
  /** Pages that are active and have a problem. */
  readonly problems: number;
}

const alphabet = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

/** A group for each tag, by name. Tags that differ only in case are one group, in the first spelling. */
export function tagGroupsOf(pages: readonly Page[]): readonly TagGroup[] {
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
