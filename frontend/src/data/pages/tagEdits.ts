import type { Page } from '@flyerdeck/contracts/types';
import { sameJson } from '../../lib/sameJson.ts';
import { changedTags, type TagChange } from './changedTags.ts';

/** Tags typed but not yet confirmed. They lie over the server's truth, so rolling back is forgetting them. */
export interface TagEdit {
  readonly requestId: string;
  readonly guids: Readonly<Record<string, true>>;
  /** The whole new list of one page, or what many pages get and lose. */
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

/** The edited page last made of a page, so that an edit of one page does not make every other edited one anew. */
const madeOf = new WeakMap<Page, Page>();

/** A page with its tags as the person last left them; the same object for the same tags. */
export function editedPage(page: Page, edits: readonly TagEdit[]): Page {
  const tags = tagsAfter(page, edits);
  if (tags === page.tags) return page;
  const made = madeOf.get(page);
  if (made && sameJson(made.tags, tags)) return made;
  const edited = { ...page, tags: [...tags] };
  madeOf.set(page, edited);
  return edited;
}
