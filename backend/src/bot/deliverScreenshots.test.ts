import fc from 'fast-check';
import { fitsAsPhoto, intoAlbums, type Screenshot } from './deliverScreenshots.ts';

const MB = 1024 * 1024;
const screenshot = (of: Partial<Screenshot> = {}): Screenshot => ({
  fileId: 'f',
  caption: '',
  byteSize: MB,
  width: 900,
  height: 600,
  ...of,
});

test.each<[string, Partial<Screenshot>, boolean]>([
  ['10 MB', { byteSize: 10 * MB }, true],
  ['10 MB and one byte', { byteSize: 10 * MB + 1 }, false],
  ['10,000 px of width plus height', { width: 9_000, height: 1_000 }, true],
  ['10,001 px of width plus height', { width: 9_001, height: 1_000 }, false],
  ['20 times the height of its width', { width: 100, height: 2_000 }, true],
  ['more than 20 times the height of its width', { width: 100, height: 2_001 }, false],
])('a screenshot of %s can be sent as a photo: %p', (_, of, fits) => {
  expect(fitsAsPhoto(screenshot(of))).toBe(fits);
});

test('an album has either photos or documents', () => {
  const albums = intoAlbums(
    [screenshot(), screenshot({ byteSize: 11 * MB }), screenshot(), screenshot({ byteSize: 12 * MB })],
    false,
  );
  expect(albums.map(({ asDocuments, pictures }) => [asDocuments, pictures.length])).toEqual([
    [false, 2],
    [true, 2],
  ]);
});

test('every screenshot is sent once, in albums that Telegram accepts, and in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10 * MB }), { maxLength: 60 }),
      fc.boolean(),
      (sizes, asDocuments) => {
        const screenshots = sizes.map((byteSize, position) => screenshot({ byteSize, fileId: String(position) }));
        const albums = intoAlbums(screenshots, asDocuments);
        expect(albums.flatMap((album) => album.pictures.map(({ fileId }) => fileId))).toEqual(
          sizes.map((_, i) => String(i)),
        );
        for (const album of albums) {
          expect(album.pictures.length).toBeLessThanOrEqual(10);
          const bytes = album.pictures.reduce((sum, { fileId }) => sum + (sizes[Number(fileId)] ?? 0), 0);
          expect(bytes).toBeLessThanOrEqual(45 * MB);
        }
      },
    ),
  );
});
