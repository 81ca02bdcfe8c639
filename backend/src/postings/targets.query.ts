import { sql } from '../database/statement.ts';

/** Condition on `pages` that `p` is a linked page of the owner, matched by guid or by a tag whatever its case. */
export const targetedPagesSql = (ownerId: string, targetPages: string, targetTags: string) =>
  `p.owner_id = ${ownerId} AND p.unlinked_at IS NULL AND (
     p.guid = ANY (${targetPages}::uuid[])
     OR EXISTS (SELECT FROM unnest(p.tags) tag WHERE lower(tag) = ANY (${targetTags}::text[])))`;

/** One of the pages, if the owner never linked it. */
export const findUnknownPage = sql<{ guid: string }, [ownerId: string, pageGuids: readonly string[]]>(
  `SELECT chosen.guid FROM unnest($2::uuid[]) chosen (guid)
   WHERE NOT EXISTS (SELECT FROM pages WHERE pages.guid = chosen.guid AND owner_id = $1) LIMIT 1`,
);
