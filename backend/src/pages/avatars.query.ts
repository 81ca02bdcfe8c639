import { statement } from '../database/statement.ts';

const RETRY_AFTER = '1 hour';

/** `is_known`: downloaded from the current address, or that has failed a short time ago (`image` is then null). */
export const findAvatar = statement<
  { avatar_url: string | null; owner_id: string; image: Buffer | null; is_known: boolean },
  [pageGuid: string, token: string]
>(
  `SELECT g.avatar_url, g.owner_id, a.image,
     coalesce(a.image IS NOT NULL OR a.tried_at > now() - interval '${RETRY_AFTER}', false) AS is_known
   FROM pages g
   JOIN users u ON u.id = g.owner_id
   LEFT JOIN page_avatars a ON a.page_guid = g.guid AND a.source_url = g.avatar_url
   WHERE g.guid = $1 AND (
     (g.unlinked_at IS NULL AND u.is_active)
     OR EXISTS (
       SELECT FROM pending_screenshots s JOIN page_postings p ON p.id = s.posting_id
       WHERE s.preview_token::text = $2 AND p.page_guid = g.guid)
   )`,
);

/** Not for an address that the page no longer has: its owner may have been erased meanwhile. */
export const saveAvatar = statement<never, [pageGuid: string, sourceUrl: string, image: Buffer | null]>(
  `INSERT INTO page_avatars (page_guid, source_url, image)
   SELECT guid, avatar_url, $3 FROM pages WHERE guid = $1 AND avatar_url = $2 FOR SHARE
   ON CONFLICT (page_guid) DO UPDATE SET source_url = EXCLUDED.source_url, image = EXCLUDED.image, tried_at = now()`,
);
