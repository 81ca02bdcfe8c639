import {
  type LinkPageData,
  MAX_PAGES_PER_USER,
  MAX_TAGS_PER_PAGE,
  MAX_TAGS_PER_USER,
  type PageLimits,
} from '@flyerdeck/contracts';
import { Any, IsNull } from 'typeorm';
import { lockUser } from '../credits/credits.query.ts';
import { type Db, oneRow } from '../database/statement.ts';
import { enqueueJob } from '../jobs/enqueue.query.ts';
import { cancelBeforeRelinking } from '../postings/end/cancelPostings.query.ts';
import { notFound, unprocessable } from '../server/http/errors.ts';
import { isTimeZone } from '../server/http/timeZone.ts';
import { voidDevicesOf } from './devices.service.ts';
import { Page } from './page.entity.ts';
import { awaitQueueing, countTags, type PageRow, replaceTagsOf, setLimits, upsertPage } from './pages.query.ts';
import { lowerCased } from './targets.ts';

interface OwnPages {
  readonly ownerId: string;
  /** Null: all that are linked. */
  readonly pageGuids: readonly string[] | null;
}

const pageNotFound = () => notFound('page.not_found', 'This page is not linked to your account.');

/** Case is kept: 'VIP' and 'vip' are different tags (spec section 5, 'Tags'). */
export const normalizeTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((text) => text.trim()).filter(Boolean)),
];

/** A page that is linked again keeps its guid, tags, paid_until and history. Locks the page's row. */
export async function putLinkedPage(
  db: Db,
  {
    ownerId,
    page,
    extensionVersion,
    runnerId,
  }: { ownerId: string; page: LinkPageData; extensionVersion: string; runnerId: string | null },
): Promise<PageRow> {
  const { creator_id: creatorId, name, username, avatar_url } = page;
  const known = await db.findOne(Page, { where: { ownerId, creatorId }, lock: { mode: 'for_no_key_update' } });
  if (!known || known.unlinkedAt) await refuseTooManyPages(db, ownerId);
  if (known?.unlinkedAt) await cancelBeforeRelinking(db, known.guid);
  return oneRow(upsertPage(db, [ownerId, creatorId, name, username, avatar_url, extensionVersion, runnerId]));
}

/** Locks the user's row. */
async function refuseTooManyPages(db: Db, ownerId: string): Promise<void> {
  await lockUser(db, [ownerId]);
  if ((await db.countBy(Page, { ownerId, unlinkedAt: IsNull() })) >= MAX_PAGES_PER_USER) {
    throw unprocessable(
      'page.too_many',
      `At most ${MAX_PAGES_PER_USER.toLocaleString('en-US')} pages can be linked. Unlink one first.`,
    );
  }
}

/** In the order of their guids, so that two calls do not deadlock. */
export async function lockPagesOf(db: Db, { ownerId, pageGuids }: OwnPages) {
  const asked = pageGuids && [...new Set(pageGuids.map((guid) => guid.toLowerCase()))];
  const locked = await db.find(Page, {
    select: { guid: true, name: true, tags: true },
    where: { ...(asked && { guid: Any(asked) }), ownerId, unlinkedAt: IsNull() },
    order: { guid: 'ASC' },
    lock: { mode: 'for_no_key_update' },
  });
  if (asked && locked.length < asked.length) throw pageNotFound();
  return locked;
}

/** For all pages or none. */
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

export const replaceTags = (
  db: Db,
  { ownerId, pageGuid, tags }: { ownerId: string; pageGuid: string; tags: readonly string[] },
): Promise<PageRow> => oneRow(changeTags(db, { ownerId, pageGuids: [pageGuid] }, () => normalizeTags(tags)));

/** Tags are compared without case. A tag in both lists is not removed. */
export function changeTagsOf(
  db: Db,
  { add, remove, ...pages }: OwnPages & { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<PageRow[]> {
  const added = normalizeTags(add);
  const removed = new Set(lowerCased(normalizeTags(remove)));
  for (const tag of lowerCased(added)) removed.delete(tag);
  return changeTags(db, pages, (tags) => {
    const kept = tags.filter((tag) => !removed.has(tag.toLowerCase()));
    const known = new Set(lowerCased(kept));
    const isNew = (tag: string) => !known.has(tag.toLowerCase()) && known.add(tag.toLowerCase());
    return [...kept, ...added.filter(isNew)];
  });
}

/**
 * All or none. A claim locks the page's row too, so no posting of these pages can be claimed after this. Unfinished postings fail in batches
 * after the commit (cancelPostings.query.ts).
 */
export async function unlinkPagesOf(db: Db, pages: OwnPages): Promise<string[]> {
  await awaitQueueing(db, [pages.ownerId]);
  const guids = (await lockPagesOf(db, pages)).map(({ guid }) => guid);
  if (guids.length === 0) return [];
  await db.update(Page, { guid: Any(guids) }, { unlinkedAt: () => 'now()' });
  await voidDevicesOf(db, guids, 'unlinked');
  await enqueueJob(db, 'cancel_postings_of_pages', { owner_id: pages.ownerId, page_guids: guids });
  return guids;
}

/** invalid_parameter_value */
const UNKNOWN_TO_POSTGRES = '22023';

const unknownZone = (zone: string) =>
  unprocessable('page.unknown_time_zone', `'${zone}' is not the name of a time zone. Choose one like Europe/Berlin.`);

/** Postgres would understand other names, such as 'EST' or '+02:00', as something else. The table has the same condition. */
const IANA_NAME = /^(UTC|[A-Za-z_]+\/[A-Za-z0-9_+/-]+)$/;

/** All or none. */
export async function setLimitsOf(db: Db, pages: OwnPages, limits: PageLimits | null): Promise<PageRow[]> {
  const hours = limits?.hours;
  if (hours && hours.from === hours.until) {
    throw unprocessable('page.empty_hours', 'The posting hours must not begin and end at the same time.');
  }
  if (hours && !(IANA_NAME.test(hours.time_zone) && isTimeZone(hours.time_zone))) throw unknownZone(hours.time_zone);
  const locked = await lockPagesOf(db, pages);
  try {
    return await setLimits(db, [locked.map(({ guid }) => guid), limits && JSON.stringify(limits)]);
  } catch (error) {
    if (hours && (error as { code?: unknown }).code === UNKNOWN_TO_POSTGRES) throw unknownZone(hours.time_zone);
    throw error;
  }
}
