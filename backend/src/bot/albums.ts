import type { ScreenshotsPayload } from './outbox.ts';

export interface Screenshot {
  readonly fileId: string;
  readonly caption: string;
  readonly byteSize: number;
  readonly width: number;
  readonly height: number;
}

/** The Bot API's limits (core.telegram.org/bots/api#sendphoto, #sendmediagroup). */
const MAX_ALBUM_SCREENSHOTS = 10;
const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
const MAX_PHOTO_SIDES_SUM = 10_000;
const MAX_PHOTO_SIDES_RATIO = 20;
/** The largest total of one request. Telegram accepts 50 MB. */
const MAX_ALBUM_BYTES = 45 * 1024 * 1024;

/** Whether Telegram accepts it as a photo. Otherwise it is sent as a document. */
export const fitsAsPhoto = ({ byteSize, width, height }: Screenshot): boolean =>
  byteSize <= MAX_PHOTO_BYTES &&
  width + height <= MAX_PHOTO_SIDES_SUM &&
  Math.max(width, height) <= MAX_PHOTO_SIDES_RATIO * Math.min(width, height);

/** Groups screenshots into as few messages as Telegram allows. An album contains either photos or documents. */
export function intoAlbums(screenshots: readonly Screenshot[], onlyDocuments: boolean): ScreenshotsPayload[] {
  return [false, true].flatMap((asDocuments) =>
    pack(screenshots.filter((screenshot) => (onlyDocuments || !fitsAsPhoto(screenshot)) === asDocuments)).map(
      (album) => ({
        kind: 'pictures',
        pictures: album.map(({ fileId, caption }) => ({ fileId, caption })),
        asDocuments,
      }),
    ),
  );
}

function pack(screenshots: readonly Screenshot[]): Screenshot[][] {
  // Albums get about equal sizes: eleven screenshots become six and five, not ten and one.
  const size = Math.ceil(screenshots.length / Math.ceil(screenshots.length / MAX_ALBUM_SCREENSHOTS));
  const albums: Screenshot[][] = [];
  let bytes = 0;
  for (const screenshot of screenshots) {
    const album = albums.at(-1);
    if (album && album.length < size && bytes + screenshot.byteSize <= MAX_ALBUM_BYTES) {
      album.push(screenshot);
      bytes += screenshot.byteSize;
    } else {
      albums.push([screenshot]);
      bytes = screenshot.byteSize;
    }
  }
  return albums;
}
