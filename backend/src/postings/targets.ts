import { MAX_TARGET_PAGES, MAX_TARGET_TAGS, type PostingRules } from '@flyerdeck/contracts';
import type { EntityManager } from 'typeorm';
import { unprocessable } from '../http/errors.ts';

/**
 * Refuses rules with more targets than there may be, or with a page that the owner never linked. A page that was unlinked
 * since may stay chosen: its row is kept, so rules that were stored can always be stored again, and linking it again makes it
 * a target again. Throws 422 rules.too_many_pages, rules.too_many_tags, rules.unknown_page.
 */
export async function refuseBadTargets(
  manager: EntityManager,
  ownerId: string,
  { target_pages, target_tags }: PostingRules,
): Promise<void> {
  if (target_pages.length > MAX_TARGET_PAGES) {
    throw unprocessable(
      'rules.too_many_pages',
      `At most ${MAX_TARGET_PAGES.toLocaleString('en-US')} pages can be chosen one by one. Give more of them a tag, and choose the tag.`,
    );
  }
  if (target_tags.length > MAX_TARGET_TAGS) {
    throw unprocessable('rules.too_many_tags', `At most ${MAX_TARGET_TAGS} tags can be chosen.`);
  }
  const unknown: unknown[] = await manager.query(
    `SELECT FROM unnest($2::uuid[]) chosen (guid)
     WHERE NOT EXISTS (SELECT FROM pages WHERE pages.guid = chosen.guid AND owner_id = $1) LIMIT 1`,
    [ownerId, target_pages],
  );
  if (unknown.length > 0) throw unprocessable('rules.unknown_page', 'A chosen page is not one of your pages.');
}

/** Condition on `pages` that `p` is a linked page of the owner, matched by guid or by a tag whatever its case. */
export const targetedPagesSql = (ownerId: string, targetPages: string, targetTags: string) =>
  `p.owner_id = ${ownerId} AND p.unlinked_at IS NULL AND (
     p.guid = ANY (${targetPages}::uuid[])
     OR EXISTS (SELECT FROM unnest(p.tags) tag WHERE lower(tag) = ANY (${targetTags}::text[])))`;

export const lowerCased = (tags: readonly string[]) => tags.map((tag) => tag.toLowerCase());
