import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { createPostgresFileStore } from './createFileStore.ts';
import { animatedGif, jpeg, jpegTurned } from './images.fixture.ts';
import { readThumbnail, thumbnailWidth } from './thumbnails.ts';

const database = useTestDatabase();

async function storeOriginal(original: Buffer) {
  const store = createPostgresFileStore(database.db);
  const sha256 = createHash('sha256').update(original).digest('hex');
  await store.put(`original/${sha256}`, original, 'image/jpeg');
  return { store, sha256 };
}

async function thumbnailOf(original: Buffer, width: number) {
  const { store, sha256 } = await storeOriginal(original);
  const thumbnail = await readThumbnail(store, sha256, width);
  if (!thumbnail) throw new Error('no thumbnail');
  return { ...(await sharp(thumbnail.bytes).metadata()), ...thumbnail };
}

it.each([
  [16, 4000, 160],
  [160, 4000, 160],
  [161, 4000, 320],
  [1280, 4000, 1280],
  [1281, 4000, null],
  [2048, 4000, null],
  [2048, 100, 160],
  [640, 200, 320],
])('a request for %d px of a picture with %d px gets a thumbnail of %p px', (requested, imageWidth, width) => {
  expect(thumbnailWidth(requested, imageWidth)).toBe(width);
});

it('makes a WebP of the requested width with the proportions of the picture, which it does not enlarge', async () => {
  const facts = { contentType: 'image/webp', format: 'webp', width: 160, height: 80 };
  expect(await thumbnailOf(await jpeg(800, 400), 160)).toMatchObject(facts);
  expect(await thumbnailOf(await jpeg(100, 50), 160)).toMatchObject({ width: 100, height: 50 });
});

it('rotates a picture by its EXIF orientation', async () => {
  const { width, height, orientation } = await thumbnailOf(await jpegTurned(800, 400), 160);
  expect([width, height, orientation]).toEqual([160, 320, undefined]);
});

it('uses the first frame of an animation', async () => {
  const thumbnail = await thumbnailOf(await animatedGif(), 160);
  expect(thumbnail.pages).toBeUndefined();
  const { dominant } = await sharp(thumbnail.bytes).stats();
  expect(dominant.r).toBeGreaterThan(200);
  expect(dominant.g + dominant.b).toBeLessThan(60);
});

it('makes a thumbnail once for simultaneous and later requests', async () => {
  const { store, sha256 } = await storeOriginal(await jpeg(801, 400));
  const put = jest.spyOn(store, 'put');
  const all = await Promise.all(Array.from({ length: 12 }, () => readThumbnail(store, sha256, 320)));
  all.push(await readThumbnail(store, sha256, 320));
  expect(put.mock.calls.map(([key]) => key)).toEqual([`thumbnail/${sha256}/320`]);
  expect(new Set(all.map((thumbnail) => thumbnail?.bytes.toString('base64'))).size).toBe(1);
});

it('returns null while the original is missing, and makes the thumbnail when it exists', async () => {
  const { store } = await storeOriginal(await jpeg());
  expect(await readThumbnail(store, 'missing', 160)).toBeNull();
  await store.put('original/missing', await jpeg(), 'image/jpeg');
  expect(await readThumbnail(store, 'missing', 160)).not.toBeNull();
});
