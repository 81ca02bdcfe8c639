import type { PicturesPayload } from './outbox.ts';

export interface Picture {
  /** Whose trace gets the span of the message. */
  readonly postingId?: string;
  readonly fileId: string;
  readonly caption: string;
  readonly byteSize: number;
  readonly width: number;
  readonly height: number;
}

/** The Bot API's limits (core.telegram.org/bots/api#sendphoto, #sendmediagroup). */
const MAX_ALBUM_PICTURES = 10;
const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
const MAX_PHOTO_SIDES_SUM = 10_000;
const MAX_PHOTO_SIDES_RATIO = 20;
/** The largest total of one request. Telegram accepts 50 MB. */
const MAX_ALBUM_BYTES = 45 * 1024 * 1024;

/** Whether Telegram accepts it as a photo. Otherwise it is sent as a document. */
export const fitsAsPhoto = ({ byteSize, width, height }: Picture): boolean =>
  byteSize <= MAX_PHOTO_BYTES &&
  width + height <= MAX_PHOTO_SIDES_SUM &&
  Math.max(width, height) <= MAX_PHOTO_SIDES_RATIO * Math.min(width, height);

/** Groups pictures into as few messages as Telegram allows. An album contains either photos or documents. */
export function intoAlbums(pictures: readonly Picture[], onlyDocuments: boolean): PicturesPayload[] {
  return [false, true].flatMap((asDocuments) =>
    pack(pictures.filter((picture) => (onlyDocuments || !fitsAsPhoto(picture)) === asDocuments)).map((album) => ({
      kind: 'pictures',
      pictures: album.map(({ fileId, caption, postingId }) => ({ fileId, caption, ...(postingId && { postingId }) })),
      asDocuments,
    })),
  );
}

function pack(pictures: readonly Picture[]): Picture[][] {
  // Albums get about equal sizes: eleven pictures become six and five, not ten and one.
  const size = Math.ceil(pictures.length / Math.ceil(pictures.length / MAX_ALBUM_PICTURES));
  const albums: Picture[][] = [];
  let bytes = 0;
  for (const picture of pictures) {
    const album = albums.at(-1);
    if (album && album.length < size && bytes + picture.byteSize <= MAX_ALBUM_BYTES) {
      album.push(picture);
      bytes += picture.byteSize;
    } else {
      albums.push([picture]);
      bytes = picture.byteSize;
    }
  }
  return albums;
}
