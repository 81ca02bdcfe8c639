import { MAX_TARGET_PAGES, MAX_TARGET_TAGS, type PostingRules } from '@flyerdeck/contracts';
import { type Db, sql } from '../database/statement.ts';
import { unprocessable } from '../server/http/errors.ts';

/** Of the pages $2. */
const findUnknownPage = sql<{ guid: string }, [ownerId: string, pageGuids: readonly string[]]>(
  `SELECT chosen.guid FROM unnest($2::uuid[]) chosen (guid)
   WHERE NOT EXISTS (SELECT FROM pages WHERE pages.guid = chosen.guid AND owner_id = $1) LIMIT 1`,
);

/** Unlinked pages may stay, so that stored rules can be stored again. */
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
