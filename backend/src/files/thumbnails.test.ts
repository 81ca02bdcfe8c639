import { createHash } from 'node:crypto';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { createPostgresFileStore } from './createFileStore.ts';
import { jpeg } from './images.fixture.ts';
import { readThumbnail, thumbnailWidth } from './thumbnails.ts';

const database = useTestDatabase();

async function storeOriginal(original: Buffer) {
  const store = createPostgresFileStore(database.db);
  const sha256 = createHash('sha256').update(original).digest('hex');
  await store.put(`original/${sha256}`, original, 'image/jpeg');
  return { store, sha256 };
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

it('makes a thumbnail once for simultaneous and later requests', async () => {
  const { store, sha256 } = await storeOriginal(await jpeg(801, 400));
  const put = jest.spyOn(store, 'put');
  const all = await Promise.all(Array.from({ length: 12 }, () => readThumbnail(store, sha256, 320)));
  all.push(await readThumbnail(store, sha256, 320));
  expect(put.mock.calls.map(([key]) => key)).toEqual([`thumbnail/${sha256}/320`]);
  expect(new Set(all.map((thumbnail) => thumbnail?.bytes.toString('base64'))).size).toBe(1);
});
