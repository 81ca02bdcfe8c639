import type { LinkPageData } from '@flyerdeck/contracts';
import type { DataSource, EntityManager } from 'typeorm';
import { inTransaction } from '../database/transaction.ts';
import { notFound } from '../http/errors.ts';
import { voidDevicesOfPage } from '../linking/devices.service.ts';
import { failPostingsOfUnlinkedPage } from '../postings/cancelPostings.ts';
import { PAGE_COLUMNS, type PageRow } from './pageRow.ts';

interface OwnPage {
  readonly ownerId: string;
  readonly pageGuid: string;
}

const pageNotFound = () => notFound('page.not_found', 'This page is not linked to your account.');

/** Trimmed, without blanks and without a tag that another one repeats in a different case; the first spelling stays. */
export function tidyTags(tags: readonly string[]): string[] {
  const spellings = new Map<string, string>();
  for (const tag of tags.map((text) => text.trim()).filter(Boolean)) {
    const folded = tag.toLowerCase();
    if (!spellings.has(folded)) spellings.set(folded, tag);
  }
  return [...spellings.values()];
}

/**
 * Makes the page, or links it again: then it keeps its guid, tags, paid_until and history, and takes what the site says
 * of it now. Holds the page's row until the transaction ends.
 */
export async function putLinkedPage(
  manager: EntityManager,
  { ownerId, page, extensionVersion }: { ownerId: string; page: LinkPageData; extensionVersion: string },
): Promise<PageRow> {
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
 * Unlinks a page: its device is voided and what it had still to post fails. The row stays, so that relinking finds tags,
 * paid_until and history again. Throws 404 page.not_found.
 */
export async function unlinkPageOf(dataSource: DataSource, { ownerId, pageGuid }: OwnPage): Promise<void> {
  await inTransaction(dataSource, async (manager) => {
    // The row's lock first, as the claim takes it: nothing is handed out for the page after this.
    const [, unlinked] = await manager.query<[unknown[], number]>(
      'UPDATE pages SET unlinked_at = now() WHERE guid = $1 AND owner_id = $2 AND unlinked_at IS NULL',
      [pageGuid, ownerId],
    );
    if (unlinked === 0) throw pageNotFound();
    await voidDevicesOfPage(manager, pageGuid);
    await failPostingsOfUnlinkedPage(manager, pageGuid);
  });
}
