import { type LinkPageData, MAX_PAGES_PER_USER, MAX_TAGS_PER_PAGE, MAX_TAGS_PER_USER } from '@flyerdeck/contracts';
import { IsNull } from 'typeorm';
import { lockUser } from '../credits/lockUser.query.ts';
import type { Db } from '../database/statement.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import { enqueueJob } from '../jobs/enqueue.query.ts';
import { cancelBeforeRelinking } from '../postings/cancelPostings.query.ts';
import { lowerCased } from '../postings/targets.ts';
import { voidDevicesOfPages } from './devices.query.ts';
import { awaitQueueing } from './linkedPagesLock.query.ts';
import { Page } from './page.entity.ts';
import type { PageRow } from './pageRow.ts';
import {
  countTags,
  lockLinkedPages,
  lockPageOfCreator,
  markUnlinked,
  replaceTagsOf,
  upsertPage,
} from './pages.query.ts';

interface OwnPage {
  readonly ownerId: string;
  readonly pageGuid: string;
}

interface OwnPages {
  readonly ownerId: string;
  readonly pageGuids: readonly string[];
}

const pageNotFound = () => notFound('page.not_found', 'This page is not linked to your account.');
const tooManyTags = (pageName: string) =>
  unprocessable(
    'page.too_many_tags',
    `A page has at most ${MAX_TAGS_PER_PAGE} tags, and ${pageName || 'an unnamed page'} would have more.`,
  );

/** Trimmed, without blanks and repetitions, else as typed: 'VIP' beside 'vip' is kept (spec section 5, 'Tags'). */
export const tidyTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((text) => text.trim()).filter(Boolean)),
];

/** `tags` with those of `added` that none of them is, whatever the case. */
function withNewTags(tags: readonly string[], added: readonly string[]): string[] {
  const known = new Set(lowerCased(tags));
  const isNew = (tag: string) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase());
  return [...tags, ...added.filter(isNew)];
}

/**
 * Makes the page, or links it again: then it keeps its guid, tags, paid_until and history, and takes what the site says
 * of it now. Holds the page's row until the transaction ends. Throws 422 page.too_many.
 */
export async function putLinkedPage(
  db: Db,
  { ownerId, page, extensionVersion }: { ownerId: string; page: LinkPageData; extensionVersion: string },
): Promise<PageRow> {
  const [known] = await lockPageOfCreator(db, [ownerId, page.creator_id]);
  if (!known?.is_linked) await refuseTooManyPages(db, ownerId);
  if (known && !known.is_linked) await cancelBeforeRelinking(db, known.guid);
  const { creator_id, name, username, avatar_url } = page;
  const [linked] = await upsertPage(db, [ownerId, creator_id, name, username, avatar_url, extensionVersion]);
  if (!linked) throw new Error('An upsert of a page returned no row.');
  return linked;
}

/** The caller is about to link one more. */
async function refuseTooManyPages(db: Db, ownerId: string): Promise<void> {
  await lockUser(db, [ownerId]);
  if ((await db.countBy(Page, { ownerId, unlinkedAt: IsNull() })) >= MAX_PAGES_PER_USER) {
    throw unprocessable(
      'page.too_many',
      `At most ${MAX_PAGES_PER_USER.toLocaleString('en-US')} pages can be linked. Unlink one first.`,
    );
  }
}

/**
 * Runs `change`, which gives tags to pages whose rows are held, unless the owner has more different ones after it than before
 * and than there may be. Throws 422 page.too_many_different_tags.
 */
async function keepTagsFew<T>(db: Db, ownerId: string, change: () => Promise<T>): Promise<T> {
  await lockUser(db, [ownerId]);
  const count = async () => (await countTags(db, [ownerId]))[0]?.tags ?? 0;
  const before = await count();
  const changed = await change();
  if ((await count()) > Math.max(before, MAX_TAGS_PER_USER)) {
    throw unprocessable(
      'page.too_many_different_tags',
      `Your pages have at most ${MAX_TAGS_PER_USER.toLocaleString('en-US')} different tags together. Remove some first.`,
    );
  }
  return changed;
}

/**
 * Holds the linked pages of an owner until the transaction ends, in the order of their guids, so that two calls that
 * share pages wait for each other instead of locking each other out. Throws 404 page.not_found unless all are theirs.
 */
async function lockPagesOf(db: Db, { ownerId, pageGuids }: OwnPages) {
  const asked = [...new Set(pageGuids.map((guid) => guid.toLowerCase()))];
  const locked = await lockLinkedPages(db, [ownerId, asked]);
  if (locked.length < asked.length) throw pageNotFound();
  return locked;
}

/** Replaces a page's tags. Throws 404 page.not_found, 422 page.too_many_tags or page.too_many_different_tags. */
export async function replaceTags(
  db: Db,
  { ownerId, pageGuid, tags }: OwnPage & { readonly tags: readonly string[] },
): Promise<PageRow> {
  const [locked] = await lockPagesOf(db, { ownerId, pageGuids: [pageGuid] });
  const next = tidyTags(tags);
  if (next.length > MAX_TAGS_PER_PAGE) throw tooManyTags(locked?.name ?? '');
  const changes = JSON.stringify([{ page_guid: pageGuid, new_tags: next }]);
  const [page] = await keepTagsFew(db, ownerId, () => replaceTagsOf(db, [changes]));
  if (!page) throw pageNotFound();
  return page;
}

/**
 * Adds tags to and removes tags from all of the pages, or from none. Here tags compare whatever their case; what is in
 * both lists stays. Throws 404 page.not_found, 422 page.too_many_tags or page.too_many_different_tags.
 */
export async function changeTagsOf(
  db: Db,
  { add, remove, ...pages }: OwnPages & { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<PageRow[]> {
  const added = tidyTags(add);
  const removed = new Set(lowerCased(tidyTags(remove)));
  for (const tag of lowerCased(added)) removed.delete(tag);
  const changed = (await lockPagesOf(db, pages)).map(({ guid, name, tags }) => {
    const kept = tags.filter((tag) => !removed.has(tag.toLowerCase()));
    const next = withNewTags(kept, added);
    if (next.length > MAX_TAGS_PER_PAGE) throw tooManyTags(name);
    return { page_guid: guid, new_tags: next };
  });
  return keepTagsFew(db, pages.ownerId, () => replaceTagsOf(db, [JSON.stringify(changed)]));
}

/**
 * Unlinks all of the pages or, when one of them is not the owner's, none: their devices are voided, and what they had still to
 * post fails, in batches after the commit (cancelPostings.query.ts). The rows stay, so that relinking finds tags, paid_until and
 * history again. Throws 404 page.not_found.
 */
export async function unlinkPagesOf(db: Db, pages: OwnPages): Promise<string[]> {
  await awaitQueueing(db, [pages.ownerId]);
  // The rows' locks first, as the claim takes them: nothing is handed out for the pages after this.
  const locked = (await lockPagesOf(db, pages)).map(({ guid }) => guid);
  await markUnlinked(db, [locked]);
  await voidDevicesOfPages(db, [locked, 'unlinked']);
  await enqueueJob(db, 'cancel_postings_of_pages', { page_guids: locked });
  return locked;
}
