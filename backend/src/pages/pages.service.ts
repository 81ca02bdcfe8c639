import { type LinkPageData, MAX_TAGS_PER_PAGE } from '@flyerdeck/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { poolOf } from '../database/dataSource.ts';
import { inTransaction } from '../database/transaction.ts';
import { notFound, unprocessable } from '../http/errors.ts';
import { enqueueJob } from '../jobs/enqueue.ts';
import { voidDevicesOfPages } from '../linking/devices.service.ts';
import { beginCancellingOfPages, cancelBeforeRelinking } from '../postings/cancelPostings.ts';
import { awaitQueueing } from './linkedPagesLock.ts';
import { PAGE_COLUMNS, type PageRow } from './pageRow.ts';
import { lowerCased } from './targets.ts';

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
 * of it now. Holds the page's row until the transaction ends.
 */
export async function putLinkedPage(
  manager: EntityManager,
  { ownerId, page, extensionVersion }: { ownerId: string; page: LinkPageData; extensionVersion: string },
): Promise<PageRow> {
  const [unlinked] = await manager.query<{ guid: string }[]>(
    'SELECT guid FROM pages WHERE owner_id = $1 AND creator_id = $2 AND unlinked_at IS NOT NULL FOR NO KEY UPDATE',
    [ownerId, page.creator_id],
  );
  if (unlinked) await cancelBeforeRelinking(manager, unlinked.guid);
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

/** Replaces a page's tags. Throws 404 page.not_found. */
export async function replaceTags(
  dataSource: DataSource,
  { ownerId, pageGuid, tags }: OwnPage & { readonly tags: readonly string[] },
): Promise<PageRow> {
  const [[page]] = await dataSource.query<[PageRow[], number]>(
    `UPDATE pages SET tags = $3 WHERE guid = $1 AND owner_id = $2 AND unlinked_at IS NULL RETURNING ${PAGE_COLUMNS}`,
    [pageGuid, ownerId, tidyTags(tags)],
  );
  if (!page) throw pageNotFound();
  return page;
}

/**
 * Adds tags to and removes tags from all of the pages, or from none. Here tags compare whatever their case; what is in
 * both lists stays. Throws 404 page.not_found, 422 page.too_many_tags.
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
    const [rows] = await manager.query<[PageRow[], number]>(
      `UPDATE pages SET tags = new_tags
       FROM json_to_recordset($1) AS changed (page_guid uuid, new_tags text[])
       WHERE guid = page_guid RETURNING ${PAGE_COLUMNS}`,
      [JSON.stringify(changed)],
    );
    return rows;
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
