import fc from 'fast-check';
import { fitsAsPhoto, intoAlbums, type Picture } from './albums.ts';

const MB = 1024 * 1024;
const picture = (of: Partial<Picture> = {}): Picture => ({
  fileId: 'f',
  caption: '',
  byteSize: MB,
  width: 900,
  height: 600,
  ...of,
});

test.each<[string, Partial<Picture>, boolean]>([
  ['10 MB', { byteSize: 10 * MB }, true],
  ['a byte more', { byteSize: 10 * MB + 1 }, false],
  ['sides of 10,000 together', { width: 9_000, height: 1_000 }, true],
  ['sides of more than 10,000 together', { width: 9_001, height: 1_000 }, false],
  ['twenty times as high as wide', { width: 100, height: 2_000 }, true],
  ['higher than that', { width: 100, height: 2_001 }, false],
])('a picture of %s fits as a photo or goes as a document', (_, of, fits) => {
  expect(fitsAsPhoto(picture(of))).toBe(fits);
});

test('photos and documents never share an album', () => {
  const albums = intoAlbums(
    [picture(), picture({ byteSize: 11 * MB }), picture(), picture({ byteSize: 12 * MB })],
    false,
  );
  expect(albums.map(({ asDocuments, pictures }) => [asDocuments, pictures.length])).toEqual([
    [false, 2],
    [true, 2],
  ]);
});

test('every picture is sent once, in albums that Telegram accepts, and in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10 * MB }), { maxLength: 60 }),
      fc.boolean(),
      (sizes, asDocuments) => {
        const pictures = sizes.map((byteSize, place) => picture({ byteSize, fileId: String(place) }));
        const albums = intoAlbums(pictures, asDocuments);
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
