/** Condition on `pages` that `p` is a linked page of the owner, matched by guid or by a tag whatever its case. */
export const targetedPagesSql = (ownerId: string, targetPages: string, targetTags: string) =>
  `p.owner_id = ${ownerId} AND p.unlinked_at IS NULL AND (
     p.guid = ANY (${targetPages}::uuid[])
     OR EXISTS (SELECT FROM unnest(p.tags) tag WHERE lower(tag) = ANY (${targetTags}::text[])))`;

export const lowerCased = (tags: readonly string[]) => tags.map((tag) => tag.toLowerCase());
