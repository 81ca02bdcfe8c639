import { sql } from '../database/statement.ts';

/** The linked pages of an owner that are matched by guid or by a tag whatever its case. Arguments are SQL parameters. */
export const targetedPagesSql = (ownerId: string, targetPages: string, targetTags: string) =>
  `(SELECT * FROM pages WHERE owner_id = ${ownerId} AND unlinked_at IS NULL AND (
     guid = ANY (${targetPages}::uuid[])
     OR EXISTS (SELECT FROM unnest(tags) tag WHERE lower(tag) = ANY (${targetTags}::text[]))))`;

/** One of the pages, if the owner never linked it. */
export const findUnknownPage = sql<{ guid: string }, [ownerId: string, pageGuids: readonly string[]]>(
  `SELECT chosen.guid FROM unnest($2::uuid[]) chosen (guid)
   WHERE NOT EXISTS (SELECT FROM pages WHERE pages.guid = chosen.guid AND owner_id = $1) LIMIT 1`,
);
