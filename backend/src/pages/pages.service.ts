import { type LinkPageData, MAX_PAGES_PER_USER, MAX_TAGS_PER_PAGE, MAX_TAGS_PER_USER } from '@flyerdeck/contracts';
import { Any, IsNull } from 'typeorm';
import { lockUser } from '../credits/lockUser.query.ts';
import { type Db, oneRow } from '../database/statement.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import { enqueueJob } from '../jobs/enqueue.query.ts';
import { cancelBeforeRelinking } from '../postings/cancelPostings.query.ts';
import { lowerCased } from '../postings/targets.ts';
import { voidDevicesOf } from './devices.service.ts';
import { awaitQueueing } from './linkedPagesLock.query.ts';
import { Page } from './page.entity.ts';
import { countTags, type PageRow, replaceTagsOf, upsertPage } from './pages.query.ts';

interface OwnPages {
  readonly ownerId: string;
  readonly pageGuids: readonly string[];
}

const pageNotFound = () => notFound('page.not_found', 'This page is not linked to your account.');

/** Trimmed, without blanks and repetitions, else as typed: 'VIP' beside 'vip' is kept (spec section 5, 'Tags'). */
export const tidyTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((text) => text.trim()).filter(Boolean)),
];

/**
 * Makes the page, or links it again: then it keeps its guid, tags, paid_until and history, and takes what the site says
 * of it now. Holds the page's row until the transaction ends. Throws 422 page.too_many.
 */
export async function putLinkedPage(
  db: Db,
  { ownerId, page, extensionVersion }: { ownerId: string; page: LinkPageData; extensionVersion: string },
): Promise<PageRow> {
  const { creator_id: creatorId, name, username, avatar_url } = page;
  const known = await db.findOne(Page, { where: { ownerId, creatorId }, lock: { mode: 'for_no_key_update' } });
  if (!known || known.unlinkedAt) await refuseTooManyPages(db, ownerId);
  if (known?.unlinkedAt) await cancelBeforeRelinking(db, known.guid);
  return oneRow(upsertPage(db, [ownerId, creatorId, name, username, avatar_url, extensionVersion]));
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
 * Holds the linked pages of an owner until the transaction ends, in the order of their guids, so that two calls that
 * share pages wait for each other instead of locking each other out. Throws 404 page.not_found unless all are theirs.
 */
async function lockPagesOf(db: Db, { ownerId, pageGuids }: OwnPages) {
  const asked = [...new Set(pageGuids.map((guid) => guid.toLowerCase()))];
  const locked = await db.find(Page, {
    select: { guid: true, name: true, tags: true },
    where: { guid: Any(asked), ownerId, unlinkedAt: IsNull() },
    order: { guid: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
  if (locked.length < asked.length) throw pageNotFound();
  return locked;
}

/**
 * Gives each of the pages the tags that `change` makes of its own, or none of them. Throws 404 page.not_found,
 * 422 page.too_many_tags, and page.too_many_different_tags when the owner has more different ones than before and than
 * there may be.
 */
async function changeTags(db: Db, pages: OwnPages, change: (tags: string[]) => string[]): Promise<PageRow[]> {
  const changes = (await lockPagesOf(db, pages)).map(({ guid, name, tags }) => {
    const next = change(tags);
    if (next.length > MAX_TAGS_PER_PAGE) {
      throw unprocessable(
        'page.too_many_tags',
        `A page has at most ${MAX_TAGS_PER_PAGE} tags, and ${name || 'an unnamed page'} would have more.`,
      );
    }
    return { page_guid: guid, new_tags: next };
  });
  await lockUser(db, [pages.ownerId]);
  const before = await oneRow(countTags(db, [pages.ownerId]));
  const changed = await replaceTagsOf(db, [JSON.stringify(changes)]);
  const after = await oneRow(countTags(db, [pages.ownerId]));
  if (after.tags > Math.max(before.tags, MAX_TAGS_PER_USER)) {
    throw unprocessable(
      'page.too_many_different_tags',
      `Your pages have at most ${MAX_TAGS_PER_USER.toLocaleString('en-US')} different tags together. Remove some first.`,
    );
  }
  return changed;
}

/** Replaces a page's tags. Throws as changeTags does. */
export const replaceTags = (
  db: Db,
  { ownerId, pageGuid, tags }: { ownerId: string; pageGuid: string; tags: readonly string[] },
): Promise<PageRow> => oneRow(changeTags(db, { ownerId, pageGuids: [pageGuid] }, () => tidyTags(tags)));

/**
 * Adds tags to and removes tags from all of the pages. Here tags compare whatever their case; what is in both lists stays.
 * Throws as changeTags does.
 */
export function changeTagsOf(
  db: Db,
  { add, remove, ...pages }: OwnPages & { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<PageRow[]> {
  const added = tidyTags(add);
  const removed = new Set(lowerCased(tidyTags(remove)));
  for (const tag of lowerCased(added)) removed.delete(tag);
  return changeTags(db, pages, (tags) => {
    const kept = tags.filter((tag) => !removed.has(tag.toLowerCase()));
    const known = new Set(lowerCased(kept));
    const isNew = (tag: string) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase());
    return [...kept, ...added.filter(isNew)];
  });
}

/**
 * Unlinks all of the pages or, when one of them is not the owner's, none: their devices are voided, and what they had still to
 * post fails, in batches after the commit (cancelPostings.query.ts). The rows stay, so that relinking finds tags, paid_until and
 * history again. Throws 404 page.not_found.
 */
export async function unlinkPagesOf(db: Db, pages: OwnPages): Promise<string[]> {
  await awaitQueueing(db, [pages.ownerId]);
  // The rows' locks first, as the claim takes them: nothing is claimed for the pages after this.
  const locked = (await lockPagesOf(db, pages)).map(({ guid }) => guid);
  await db.update(Page, { guid: Any(locked) }, { unlinkedAt: () => 'now()' });
  await voidDevicesOf(db, locked, 'unlinked');
  await enqueueJob(db, 'cancel_postings_of_pages', { page_guids: locked });
  return locked;
}
