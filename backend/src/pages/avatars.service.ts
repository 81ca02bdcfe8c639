import type { Db } from '../database/statement.ts';
import { decoder } from '../files/decoding/decoder.ts';
import { fetchRemoteImage } from '../files/remoteImage.ts';
import { CallerLimits, type RateLimit } from '../http/rateLimit.ts';
import { findAvatar, saveAvatar } from './avatars.query.ts';

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
    /** Null if the page does not exist or has no avatar. Throws 429, and 503 while no image can be decoded. */
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
