import sharp from 'sharp';
import type { FileStore, StoredBytes } from './fileStore.ts';
import { animatedGif, jpeg, jpegTurned } from './pictures.fixture.ts';
import { readThumbnail, thumbnailWidth } from './thumbnails.ts';

/** Keeps bytes in memory and remembers what was put. */
function memoryStore(original: Buffer): FileStore & { puts: string[] } {
  const kept = new Map<string, StoredBytes>([['original/abc', { bytes: original, contentType: 'image/jpeg' }]]);
  const puts: string[] = [];
  return {
    puts,
    async put(key, bytes, contentType) {
      puts.push(key);
      kept.set(key, { bytes, contentType });
    },
    get: async (key) => kept.get(key) ?? null,
  };
}

const thumbnailOf = async (original: Buffer, width: number) => {
  const thumbnail = await readThumbnail(memoryStore(original), 'abc', width);
  if (!thumbnail) throw new Error('no thumbnail');
  return { ...(await sharp(thumbnail.bytes).metadata()), ...thumbnail };
};

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

it('stands upright where the camera was turned', async () => {
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
  const store = memoryStore(await jpeg(800, 400));
  const all = await Promise.all(Array.from({ length: 12 }, () => readThumbnail(store, 'abc', 320)));
  all.push(await readThumbnail(store, 'abc', 320));
  expect(store.puts).toEqual(['thumbnail/abc/320']);
  expect(new Set(all.map((thumbnail) => thumbnail?.bytes.toString('base64'))).size).toBe(1);
});

it('is nothing where the original is gone, and is tried again when it is back', async () => {
  const store = memoryStore(await jpeg());
  expect(await readThumbnail(store, 'gone', 160)).toBeNull();
  await store.put('original/gone', await jpeg(), 'image/jpeg');
  expect(await readThumbnail(store, 'gone', 160)).not.toBeNull();
});
