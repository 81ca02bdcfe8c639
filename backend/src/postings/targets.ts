import { MAX_TARGET_PAGES, MAX_TARGET_TAGS, type PostingRules } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { unprocessable } from '../http/errors.ts';
import { findUnknownPage } from './targets.query.ts';

/**
 * Refuses rules with too many targets, or with a page that the owner never linked. Unlinked pages may stay in the rules, so that
 * stored rules can always be stored again; a page that is linked again is a target again.
 * Throws 422 rules.too_many_pages, rules.too_many_tags, rules.unknown_page.
 */
export async function refuseBadTargets(
  db: Db,
  ownerId: string,
  { target_pages = [], target_tags = [] }: Partial<PostingRules>,
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
  const unknown = await findUnknownPage(db, [ownerId, target_pages]);
  if (unknown.length > 0) throw unprocessable('rules.unknown_page', 'A chosen page is not one of your pages.');
}

export const lowerCased = (tags: readonly string[]) => tags.map((tag) => tag.toLowerCase());
