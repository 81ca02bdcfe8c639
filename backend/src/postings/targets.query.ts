import { sql } from '../database/statement.ts';

/** As the web app compares tags. `lower` alone does not know the two small sigmas. Node's would change letters that Postgres does not. */
const foldedSql = (tag: string) => `translate(lower(${tag}), 'ς', 'σ')`;

/** SQL of an owner's linked pages that match by guid or by tag. Tags match without case. The arguments are SQL parameters. */
export const targetedPagesSql = (ownerId: string, targetPages: string, targetTags: string) =>
  `(SELECT * FROM pages WHERE owner_id = ${ownerId} AND unlinked_at IS NULL AND (
     guid = ANY (${targetPages}::uuid[])
     OR EXISTS (SELECT FROM unnest(tags) tag WHERE ${foldedSql('tag')} = ANY (
       ARRAY(SELECT ${foldedSql('target')} FROM unnest(${targetTags}::text[]) target)))))`;

/** Returns one of the pages $2 that the owner never linked, if there is one. */
export const findUnknownPage = sql<{ guid: string }, [ownerId: string, pageGuids: readonly string[]]>(
  `SELECT chosen.guid FROM unnest($2::uuid[]) chosen (guid)
   WHERE NOT EXISTS (SELECT FROM pages WHERE pages.guid = chosen.guid AND owner_id = $1) LIMIT 1`,
);
