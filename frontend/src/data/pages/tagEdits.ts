import type { Page } from '@flyerdeck/contracts/types';
import { sameJson } from '../../lib/compare.ts';
import { changedTags, type TagChange } from './changedTags.ts';

/** An edit of tags that the server has not confirmed. The stored tags stay, so a failed edit is just removed. */
export interface TagEdit {
  readonly requestId: string;
  readonly guids: Readonly<Record<string, true>>;
  /** The whole new list of one page, or the tags that are added to and removed from several pages. */
  readonly change: readonly string[] | TagChange;
}

export const tagEdit = (requestId: string, guids: readonly string[], change: TagEdit['change']): TagEdit => ({
  requestId,
  guids: Object.fromEntries(guids.map((guid) => [guid, true])),
  change,
});

const isWholeList = (change: TagEdit['change']): change is readonly string[] => Array.isArray(change);

const tagsAfter = (page: Page, edits: readonly TagEdit[]): readonly string[] =>
  edits.reduce<readonly string[]>(
    (tags, { guids, change }) => (!guids[page.guid] ? tags : isWholeList(change) ? change : changedTags(tags, change)),
    page.tags,
  );

/** The last edited copy of each page. It is reused, so that an edit of one page renders only that page. */
const editedCopies = new WeakMap<Page, Page>();

/** A page with its unconfirmed tags; the same object for the same tags. */
export function editedPage(page: Page, edits: readonly TagEdit[]): Page {
  const tags = tagsAfter(page, edits);
  if (tags === page.tags) return page;
  const copy = editedCopies.get(page);
  if (copy && sameJson(copy.tags, tags)) return copy;
  const edited = { ...page, tags: [...tags] };
  editedCopies.set(page, edited);
  return edited;
}
