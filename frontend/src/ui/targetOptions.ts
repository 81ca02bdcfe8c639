import type { PickerPage, PostingRules } from '@flyerdeck/contracts/types';
import { counted, formatNumber } from '../lib/numbers.ts';

export type Targets = Pick<PostingRules, 'target_pages' | 'target_tags'>;

export interface TargetOption {
  readonly key: string;
  readonly label: string;
  /** How many pages a tag has, or the tags of a page. */
  readonly note: string;
  readonly isChosen: boolean;
  /** The targets after a click. */
  toggled(): Targets;
}

const without = (list: readonly string[], item: string) => list.filter((one) => one !== item);
const folded = (tags: readonly string[]) => tags.map((tag) => tag.toLowerCase());
const hashed = (tags: readonly string[]) => tags.map((tag) => `#${tag}`).join(' ');

const tagKey = (tag: string) => `tag:${tag.toLowerCase()}`;
const pageKey = (id: string) => `page:${id}`;

/** The keys of the options that are chosen. */
export const keysOf = ({ target_pages, target_tags }: Targets): ReadonlySet<string> =>
  new Set([...target_tags.map(tagKey), ...target_pages.map(pageKey)]);

/** The number of pages with each tag, by the tag in lower case. */
function countByTag(pages: readonly PickerPage[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { tags } of pages) for (const tag of folded(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return counts;
}

/** Tags first, then pages. Chosen targets that no longer exist stay listed so that they can be unchecked. */
export function targetOptions(
  pages: readonly PickerPage[],
  tags: readonly string[],
  { target_pages, target_tags }: Targets,
): readonly TargetOption[] {
  const counts = countByTag(pages);
  const known = new Set(pages.map((page) => page.id));
  const chosen = new Set(target_pages);
  const existing = new Set(folded(tags));

  const tagOption = (tag: string): TargetOption => {
    const held = target_tags.find((one) => one.toLowerCase() === tag.toLowerCase());
    return {
      key: tagKey(tag),
      label: `#${tag}`,
      note: counted(counts.get(tag.toLowerCase()) ?? 0, 'page'),
      isChosen: held !== undefined,
      toggled: () => ({
        target_pages,
        target_tags: held === undefined ? [...target_tags, tag] : without(target_tags, held),
      }),
    };
  };
  const pageOption = (id: string, label: string, note: string): TargetOption => ({
    key: pageKey(id),
    label,
    note,
    isChosen: chosen.has(id),
    toggled: () => ({
      target_pages: chosen.has(id) ? without(target_pages, id) : [...target_pages, id],
      target_tags,
    }),
  });
  return [
    ...tags.map(tagOption),
    ...target_tags.filter((tag) => !existing.has(tag.toLowerCase())).map(tagOption),
    ...pages.map((page) => pageOption(page.id, page.name, hashed(page.tags))),
    ...target_pages.filter((id) => !known.has(id)).map((id) => pageOption(id, `Unlinked page ${id.slice(0, 8)}`, '')),
  ];
}

/** More tags are a number. */
const SUMMARY_TAGS = 6;

/** Which pages the targets are: how many in all, and the chosen ones by tag. Empty without targets. */
export function targetsSummary(pages: readonly PickerPage[], { target_pages, target_tags }: Targets): string {
  if (target_pages.length + target_tags.length === 0) return '';
  const chosen = new Set(target_pages);
  const chosenTags = new Set(folded(target_tags));
  const reached = pages.filter(({ id, tags }) => chosen.has(id) || folded(tags).some((tag) => chosenTags.has(tag)));
  const chosenPages = pages.filter(({ id }) => chosen.has(id));
  const byTag = [...countByTag(chosenPages)].sort((a, b) => b[1] - a[1]);
  const untagged = chosenPages.filter(({ tags }) => tags.length === 0).length;
  const parts = [
    ...byTag.slice(0, SUMMARY_TAGS).map(([tag, count]) => `${formatNumber(count)} #${tag}`),
    ...(byTag.length > SUMMARY_TAGS ? [counted(byTag.length - SUMMARY_TAGS, 'more tag')] : []),
    ...(untagged > 0 ? [`${formatNumber(untagged)} without a tag`] : []),
  ];
  const inAll = `Posts to ${counted(reached.length, 'page')}.`;
  return parts.length > 0 ? `${inAll} Chosen pages by tag: ${parts.join(', ')}.` : inAll;
}
