import { intoAlbums } from './deliverScreenshots.ts';

test.each([
  [0, []],
  [1, [1]],
  [10, [10]],
  [11, [6, 5]],
  [60, [10, 10, 10, 10, 10, 10]],
])('%i screenshots are sent once, in albums that Telegram accepts, and in order', (count, sizes) => {
  const screenshots = Array.from({ length: count }, (_, n) => ({ fileId: `${n}`, caption: '' }));
  const albums = intoAlbums(screenshots, true);
  expect(albums.map(({ pictures }) => pictures.length)).toEqual(sizes);
  expect(albums.flatMap(({ pictures }) => pictures)).toEqual(screenshots);
});
