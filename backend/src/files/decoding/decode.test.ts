import sharp, { type Sharp } from 'sharp';
import { CAMERA_SECRETS, jpeg, png, pngChunk, withMetadata } from '../images.fixture.ts';
import { check } from './decode.ts';

async function store(sent: Buffer) {
  const checked = await check(sent);
  if (typeof checked === 'string') throw new Error(checked);
  return checked;
}
/** What is seen: all frames, upright, in sRGB. */
const seen = (bytes: Buffer, isAnimated = false) =>
  sharp(bytes, { animated: isAnimated }).autoOrient().toColourspace('srgb').ensureAlpha().raw().toBuffer();
/** The mean difference of a channel, of 255. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([seen(one), seen(other)]);
  expect(a.length).toBe(b.length);
  return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
}
/** A picture whose corners and colours differ, so that each orientation and each colour profile gives different pixels. */
const gradient = () => {
  const pixel = (at: number) => [2.8 * (at % 90), 4.2 * Math.floor(at / 90), 250 - (at % 90) - Math.floor(at / 90)];
  const raw = Buffer.from(Array.from({ length: 90 * 60 }, (_, at) => pixel(at)).flat());
  return sharp(raw, { raw: { width: 90, height: 60, channels: 3 } });
};
const latin = (text: string) => Buffer.from(text, 'latin1');
const insert = (bytes: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);
const formats: [format: string, encode: (picture: Sharp) => Sharp, visible: number][] = [
  ['jpeg', (picture) => picture.jpeg({ quality: 85 }), 1],
  ['png', (picture) => picture.png(), 0],
  ['webp', (picture) => picture.webp({ quality: 85 }), 0],
];

describe.each(formats)('a %s picture', (format, encode, visible) => {
  it('looks the same without position, serial number, author, XMP and bytes after its end [S5.2-4]', async () => {
    const sent = Buffer.concat([await encode(withMetadata(gradient())).toBuffer(), latin('PK: Pocket diary')]);
    expect(CAMERA_SECRETS.filter((secret) => sent.includes(secret))).not.toEqual([]);
    const { bytes, ...facts } = await store(sent);
    expect(facts).toMatchObject({ contentType: `image/${format}`, width: 90, height: 60 });
    expect(CAMERA_SECRETS.filter((secret) => bytes.includes(secret))).toEqual([]);
    const { exif, xmp, iptc, format: found } = await sharp(bytes).metadata();
    expect({ exif, xmp, iptc, found }).toEqual({ found: format });
    expect(await difference(bytes, sent)).toBeLessThanOrEqual(visible);
  });

  it.each([2, 3, 4, 5, 6, 7, 8])('is stored upright if it has the orientation %d', async (orientation) => {
    const sent = await encode(withMetadata(gradient(), orientation)).toBuffer();
    const { bytes, width, height } = await store(sent);
    expect([width, height]).toEqual(orientation < 5 ? [90, 60] : [60, 90]);
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
    expect((await sharp(bytes).metadata()).orientation).toBeUndefined();
    expect(CAMERA_SECRETS.filter((secret) => bytes.includes(secret))).toEqual([]);
    expect(await difference(bytes, sent)).toBeLessThanOrEqual(format === 'webp' ? 2 : visible);
  });

  it('raises no error if it is cut off or damaged at any position', async () => {
    const sent = await encode(withMetadata(gradient(), 6).withIccProfile('p3')).toBuffer();
    for (let at = 2; at < sent.length; at += 97) {
      await check(sent.subarray(0, at));
      const damaged = Buffer.from(sent);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      await check(damaged);
    }
  });
});

it('comments, captions and thumbnails are removed from a JPEG, and texts and private chunks from a PNG [S5.2-4]', async () => {
  const segment = (marker: number, text: string) =>
    Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), latin(text)]);
  const jpegs = [segment(0xe0, 'JFXX\0\x10Diary'), segment(0xed, 'Photoshop 3.0\0Diary'), segment(0xfe, 'Diary')];
  const chunks = [
    pngChunk('tEXt', latin('Author\0Diary')),
    pngChunk('iTXt', latin('Title\0\0\0\0\0Diary')),
    pngChunk('vpAg', latin('Diary')),
  ];
  for (const sent of [insert(await jpeg(), 2, ...jpegs), insert(await png(), 33, ...chunks)]) {
    expect(sent.includes('Diary')).toBe(true);
    expect((await store(sent)).bytes.includes('Diary')).toBe(false);
  }
});
