import { type Db, statement } from '../database/statement.ts';
import { decoder } from '../files/decoding/decoder.ts';
import { fetchRemoteImage } from '../files/remoteImage.ts';
import { CallerLimits, type RateLimit } from '../server/security/rateLimit.ts';

const RETRY_AFTER = '1 hour';

/** `is_known`: downloaded from the current address, or that has failed a short time ago (`image` is then null). */
const findAvatar = statement<
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

const WIDTH_PX = 96;
const MAX_BYTES = 50_000;
const MAX_DOWNLOADS_OF_OWNER = 2;

interface AvatarsOptions {
  readonly limit: RateLimit;
  readonly fetchImage?: typeof fetchRemoteImage;
}

/** A device chooses the address, so only raster images are decoded, never by a browser. */
export function createAvatars({ limit, fetchImage = fetchRemoteImage }: AvatarsOptions) {
  const owners = new CallerLimits(MAX_DOWNLOADS_OF_OWNER);
  const pages = new CallerLimits(1);

  async function download(url: string): Promise<Buffer | null> {
    const answer = await fetchImage(url).catch(() => null);
    if (!answer) return null;
    const checked = await decoder.check(answer.bytes);
    if (typeof checked === 'string') return null;
    const image = await decoder.shrink(async () => checked.bytes, WIDTH_PX).catch(() => null);
    return image && image.length <= MAX_BYTES ? image : null;
  }

  return {
    /** Null if the page does not exist or has no avatar. */
    async read(db: Db, pageGuid: string, token: string): Promise<Buffer | null> {
      const [found] = await findAvatar(db, [pageGuid, token]);
      if (!found?.avatar_url || found.is_known) return found?.image ?? null;
      return pages.run(pageGuid, async () => {
        // Another request may have downloaded it meanwhile.
        const [again] = await findAvatar(db, [pageGuid, token]);
        if (!again?.avatar_url || again.is_known) return again?.image ?? null;
        const { avatar_url: url, owner_id: ownerId } = again;
        await limit.consume(ownerId);
        const image = await owners.run(ownerId, () => download(url));
        await saveAvatar(db, [pageGuid, url, image]);
        return image;
      });
    },
  };
}
