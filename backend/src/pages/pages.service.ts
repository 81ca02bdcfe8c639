import {
  type LinkPageData,
  MAX_PAGE_LIST_BYTES,
  MAX_PAGES_PER_USER,
  MAX_TAGS_PER_PAGE,
  MAX_TAGS_PER_USER,
} from '@flyerdeck/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { lockUser } from '../auth/lockUser.ts';
import { listBytesSql, withinListBytes } from '../database/listBytes.ts';
import { poolOf } from '../database/pool.ts';
import { inTransaction } from '../database/transaction.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { beginCancellingOfPages, cancelBeforeRelinking } from '../postings/cancelPostings.ts';
import { lowerCased } from '../postings/targets.ts';
import { voidDevicesOfPages } from './devices.service.ts';
import { awaitQueueing } from './linkedPagesLock.ts';
import { PAGE_BYTES, PAGE_COLUMNS, type PageRow } from './pageRow.ts';

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
  manager: EntityManager,
  { ownerId, page, extensionVersion }: { ownerId: string; page: LinkPageData; extensionVersion: string },
): Promise<PageRow> {
  const [known] = await manager.query<{ guid: string; is_linked: boolean }[]>(
    `SELECT guid, unlinked_at IS NULL AS is_linked FROM pages WHERE owner_id = $1 AND creator_id = $2 FOR NO KEY UPDATE`,
    [ownerId, page.creator_id],
  );
  if (!known?.is_linked) await refuseTooManyPages(manager, ownerId);
  if (known && !known.is_linked) await cancelBeforeRelinking(manager, known.guid);
  const [linked] = await manager.query<PageRow[]>(
    `INSERT INTO pages (owner_id, creator_id, name, username, avatar_url, extension_version)
     VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (owner_id, creator_id) DO UPDATE SET
       name = EXCLUDED.name, username = EXCLUDED.username, avatar_url = EXCLUDED.avatar_url,
       extension_version = EXCLUDED.extension_version, health = 'ok', linked_at = now(), unlinked_at = NULL
     RETURNING ${PAGE_COLUMNS}`,
    [ownerId, page.creator_id, page.name, page.username, page.avatar_url, extensionVersion],
  );
  if (!linked) throw new Error('An upsert of a page returned no row.');
  return linked;
}

/** The caller is about to link one more. */
async function refuseTooManyPages(manager: EntityManager, ownerId: string): Promise<void> {
  await lockUser(manager, ownerId);
  const [linked] = await manager.query<{ pages: number }[]>(
    'SELECT count(*)::int AS pages FROM pages WHERE owner_id = $1 AND unlinked_at IS NULL',
    [ownerId],
  );
  if ((linked?.pages ?? 0) >= MAX_PAGES_PER_USER) {
    throw unprocessable(
      'page.too_many',
      `At most ${MAX_PAGES_PER_USER.toLocaleString('en-US')} pages can be linked. Unlink one first.`,
    );
  }
}

/** Different tags on all pages of an owner, unlinked ones too, whose tags come back with them. */
async function countTags(manager: EntityManager, ownerId: string): Promise<number> {
  const [row] = await manager.query<{ tags: number }[]>(
    'SELECT count(DISTINCT lower(tag))::int AS tags FROM pages CROSS JOIN unnest(tags) tag WHERE owner_id = $1',
    [ownerId],
  );
  return row?.tags ?? 0;
}

/**
 * Runs `change`, which gives tags to pages whose rows are held, unless the owner has more different ones after it than before
 * and than there may be. Throws 422 page.too_many_different_tags.
 */
async function keepTagsFew<T>(manager: EntityManager, ownerId: string, change: () => Promise<T>): Promise<T> {
  await lockUser(manager, ownerId);
  const before = await countTags(manager, ownerId);
  const changed = await change();
  if ((await countTags(manager, ownerId)) > Math.max(before, MAX_TAGS_PER_USER)) {
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
async function lockPagesOf(
  manager: EntityManager,
  { ownerId, pageGuids }: OwnPages,
): Promise<{ guid: string; name: string; tags: string[] }[]> {
  const asked = [...new Set(pageGuids.map((guid) => guid.toLowerCase()))];
  const locked = await manager.query<{ guid: string; name: string; tags: string[] }[]>(
    `SELECT guid, name, tags FROM pages
     WHERE guid = ANY ($1::uuid[]) AND owner_id = $2 AND unlinked_at IS NULL
     ORDER BY guid FOR NO KEY UPDATE`,
    [asked, ownerId],
  );
  if (locked.length < asked.length) throw pageNotFound();
  return locked;
}

/** Replaces a page's tags. Throws 404 page.not_found, 422 page.too_many_tags or page.too_many_different_tags. */
export async function replaceTags(
  dataSource: DataSource,
  { ownerId, pageGuid, tags }: OwnPage & { readonly tags: readonly string[] },
): Promise<PageRow> {
  return inTransaction(dataSource, async (manager) => {
    const [locked] = await lockPagesOf(manager, { ownerId, pageGuids: [pageGuid] });
    const next = tidyTags(tags);
    if (next.length > MAX_TAGS_PER_PAGE) throw tooManyTags(locked?.name ?? '');
    const [[page]] = await keepTagsFew(manager, ownerId, () =>
      manager.query<[PageRow[], number]>(`UPDATE pages SET tags = $2 WHERE guid = $1 RETURNING ${PAGE_COLUMNS}`, [
        pageGuid,
        next,
      ]),
    );
    if (!page) throw pageNotFound();
    return page;
  });
}

/**
 * Adds tags to and removes tags from all of the pages, or from none. Here tags compare whatever their case; what is in
 * both lists stays. Throws 404 page.not_found, 422 page.too_many_tags or page.too_many_different_tags.
 */
export async function changeTagsOf(
  dataSource: DataSource,
  { add, remove, ...pages }: OwnPages & { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<PageRow[]> {
  const added = tidyTags(add);
  const removed = new Set(lowerCased(tidyTags(remove)));
  for (const tag of lowerCased(added)) removed.delete(tag);
  return inTransaction(dataSource, async (manager) => {
    const changed = (await lockPagesOf(manager, pages)).map(({ guid, name, tags }) => {
      const kept = tags.filter((tag) => !removed.has(tag.toLowerCase()));
      const next = withNewTags(kept, added);
      if (next.length > MAX_TAGS_PER_PAGE) throw tooManyTags(name);
      return { page_guid: guid, new_tags: next };
    });
    return keepTagsFew(manager, pages.ownerId, () =>
      manager.query<PageRow[]>(
        `WITH changed AS (
           UPDATE pages SET tags = new_tags
           FROM json_to_recordset($1) AS changed (page_guid uuid, new_tags text[])
           WHERE guid = page_guid RETURNING ${PAGE_COLUMNS}
         ) ${withinListBytes(`SELECT *, ${listBytesSql(PAGE_BYTES, 'guid')} FROM changed`, MAX_PAGE_LIST_BYTES)}`,
        [JSON.stringify(changed)],
      ),
    );
  });
}

/**
 * Unlinks a page: its device is voided and what it had still to post fails. The row stays, so that relinking finds tags,
 * paid_until and history again. Throws 404 page.not_found.
 */
export async function unlinkPageOf(dataSource: DataSource, { ownerId, pageGuid }: OwnPage): Promise<void> {
  await unlinkPagesOf(dataSource, { ownerId, pageGuids: [pageGuid] });
}

/** Unlinks all of the pages or, when one of them is not the owner's, none. Throws 404 page.not_found. */
export async function unlinkPagesOf(dataSource: DataSource, pages: OwnPages): Promise<string[]> {
  const unlinked = await inTransaction(dataSource, async (manager) => {
    await awaitQueueing(manager, pages.ownerId);
    // The rows' locks first, as the claim takes them: nothing is handed out for the pages after this.
    const locked = (await lockPagesOf(manager, pages)).map(({ guid }) => guid);
    await manager.query('UPDATE pages SET unlinked_at = now() WHERE guid = ANY ($1::uuid[])', [locked]);
    await voidDevicesOfPages(manager, locked, 'unlinked');
    await enqueueJob(manager, 'cancel_postings_of_pages', { page_guids: locked });
    return locked;
  });
  await beginCancellingOfPages(poolOf(dataSource), unlinked);
  return unlinked;
}
