import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { animatedGif, jpeg, jpegTurned } from './pictures.fixture.ts';
import { createPostgresFileStore } from './postgresFileStore.ts';
import { readThumbnail, thumbnailWidth } from './thumbnails.ts';

const database = useTestDatabase();

async function keep(original: Buffer) {
  const store = createPostgresFileStore(database.db);
  const sha256 = createHash('sha256').update(original).digest('hex');
  await store.put(`original/${sha256}`, original, 'image/jpeg');
  return { store, sha256 };
}

async function thumbnailOf(original: Buffer, width: number) {
  const { store, sha256 } = await keep(original);
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
])('for %d pixels of a picture %d wide, the thumbnail is %p wide', (asked, imageWidth, made) => {
  expect(thumbnailWidth(asked, imageWidth)).toBe(made);
});

it('is a WebP of the asked width in the same proportions', async () => {
  expect(await thumbnailOf(await jpeg(800, 400), 160)).toMatchObject({
    contentType: 'image/webp',
    format: 'webp',
    width: 160,
    height: 80,
  });
});

it('is never larger than the picture', async () => {
  expect(await thumbnailOf(await jpeg(100, 50), 160)).toMatchObject({ width: 100, height: 50 });
});

it('is upright where the camera was turned', async () => {
  const { width, height, orientation } = await thumbnailOf(await jpegTurned(800, 400), 160);
  expect([width, height, orientation]).toEqual([160, 320, undefined]);
});

it('of an animation is its first frame', async () => {
  const thumbnail = await thumbnailOf(await animatedGif(), 160);
  expect(thumbnail.pages).toBeUndefined();
  const { dominant } = await sharp(thumbnail.bytes).stats();
  expect(dominant.r).toBeGreaterThan(200);
  expect(dominant.g + dominant.b).toBeLessThan(60);
});

it('is made once, however many ask for it at once and later', async () => {
  const { store, sha256 } = await keep(await jpeg(801, 400));
  const put = jest.spyOn(store, 'put');
  const all = await Promise.all(Array.from({ length: 12 }, () => readThumbnail(store, sha256, 320)));
  all.push(await readThumbnail(store, sha256, 320));
  expect(put.mock.calls.map(([key]) => key)).toEqual([`thumbnail/${sha256}/320`]);
  expect(new Set(all.map((thumbnail) => thumbnail?.bytes.toString('base64'))).size).toBe(1);
});

it('is null where the original is gone, and is created when it is back', async () => {
  const { store } = await keep(await jpeg());
  expect(await readThumbnail(store, 'gone', 160)).toBeNull();
  await store.put('original/gone', await jpeg(), 'image/jpeg');
  expect(await readThumbnail(store, 'gone', 160)).not.toBeNull();
});
