import sharp, { type Sharp } from 'sharp';
import {
  animatedGif,
  CAMERA_SECRETS,
  gifOfFrames,
  jpeg,
  photo,
  png,
  pngChunk,
  webp,
  withMetadata,
} from '../images.fixture.ts';
import { type ImageFormat, stripMetadata } from './stripMetadata.ts';

const strip = (bytes: Buffer, format: ImageFormat, orientation = 1) => {
  const stripped = stripMetadata(bytes, format, orientation);
  if (!stripped) throw new Error('the picture was refused as damaged');
  return stripped.bytes;
};
const pixelsOf = (bytes: Buffer) => sharp(bytes, { pages: -1 }).raw().toBuffer();
/** A picture whose corners differ, so that each orientation gives different pixels. */
const gradient = () =>
  sharp(Buffer.from(Array.from({ length: 90 * 60 * 3 }, (_, at) => Math.floor(at / 3) % 251)), {
    raw: { width: 90, height: 60, channels: 3 },
  });
const insert = (bytes: Buffer, at: number, ...parts: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);
const latin = (text: string) => Buffer.from(text, 'latin1');

async function animatedWebp(): Promise<Buffer> {
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((colour) => png(40, 30, colour)));
  return withMetadata(sharp(frames, { join: { animated: true } }))
    .webp({ lossless: true, loop: 3, delay: [100, 200, 300] })
    .toBuffer();
}

const formats: [ImageFormat, (picture: Sharp) => Sharp][] = [
  ['jpeg', (picture) => picture.jpeg()],
  ['png', (picture) => picture.png()],
  ['webp', (picture) => picture.webp()],
];

describe.each(formats)('in a %s picture', (format, encode) => {
  it('position, serial number, author and XMP are removed, and every pixel is unchanged [S5.2-4]', async () => {
    const sent = await encode(withMetadata(gradient())).toBuffer();
    expect(CAMERA_SECRETS.filter((secret) => sent.includes(secret))).not.toEqual([]);
    const stored = strip(sent, format);
    expect(CAMERA_SECRETS.filter((secret) => stored.includes(secret))).toEqual([]);
    const { exif, xmp, iptc, format: found } = await sharp(stored).metadata();
    expect({ exif, xmp, iptc, found }).toEqual({ found: format });
    expect((await pixelsOf(stored)).equals(await pixelsOf(sent))).toBe(true);
  });

  it.each([2, 3, 4, 5, 6, 7, 8])('orientation %d is kept, and all other EXIF data is removed', async (orientation) => {
    const sent = await encode(withMetadata(gradient(), orientation)).toBuffer();
    const stored = strip(sent, format, orientation);
    expect(CAMERA_SECRETS.filter((secret) => stored.includes(secret))).toEqual([]);
    expect((await sharp(sent).metadata()).orientation).toBe(orientation);
    expect((await sharp(stored).metadata()).orientation).toBe(orientation);
    const upright = (bytes: Buffer) => sharp(bytes).autoOrient().raw().toBuffer();
    expect((await upright(stored)).equals(await upright(sent))).toBe(true);
  });

  it('the colour profile is kept', async () => {
    const sent = await encode(withMetadata(gradient().withIccProfile('p3'))).toBuffer();
    const { icc } = await sharp(sent).metadata();
    expect(icc).toBeDefined();
    expect((await sharp(strip(sent, format)).metadata()).icc).toEqual(icc);
  });

  it('bytes after the end of the picture are removed', async () => {
    const sent = await encode(gradient()).toBuffer();
    expect(strip(Buffer.concat([sent, latin('PK: a second file')]), format).equals(sent)).toBe(true);
  });

  it('a truncation or a damaged byte at any position raises no error', async () => {
    const sent = await encode(withMetadata(gradient(), 6).withIccProfile('p3')).toBuffer();
    for (let at = 2; at < sent.length; at += 1) {
      stripMetadata(sent.subarray(0, at), format, 6);
      const damaged = Buffer.from(sent);
      damaged[at] = (damaged[at] ?? 0) ^ 0xff;
      stripMetadata(damaged, format, 6);
    }
  });
});

it.each<[string, ImageFormat, () => Promise<Buffer>]>([
  ['JPEG', 'jpeg', () => photo()],
  ['progressive JPEG', 'jpeg', () => gradient().jpeg({ progressive: true }).toBuffer()],
  ['CMYK JPEG', 'jpeg', () => gradient().toColourspace('cmyk').jpeg().toBuffer()],
  ['PNG', 'png', () => png()],
  ['PNG with a palette and transparency', 'png', () => gradient().ensureAlpha(0.5).png({ palette: true }).toBuffer()],
  ['WebP', 'webp', () => webp()],
  ['WebP with transparency', 'webp', () => gradient().ensureAlpha(0.5).webp().toBuffer()],
  ['animated GIF', 'gif', () => animatedGif()],
])('a %s without metadata is unchanged', async (_, format, make) => {
  const sent = await make();
  expect(strip(sent, format).equals(sent)).toBe(true);
});

it('comments, IPTC, thumbnails and a second picture are removed from a JPEG [S5.2-4]', async () => {
  const picture = await jpeg();
  const segment = (marker: number, payload: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(payload.length + 2, 2);
    return Buffer.concat([head, payload]);
  };
  const jfif = (thumbnail: string) => segment(0xe0, latin(`JFIF\0\x01\x01\0\0\x01\0\x01${thumbnail}`));
  const full = Buffer.concat([
    picture.subarray(0, 2),
    jfif('\x01\x01RGB'),
    segment(0xe0, latin('JFXX\0\x10 a thumbnail')),
    segment(0xe2, latin('MPF\0 the position of the second picture')),
    segment(0xed, latin('Photoshop 3.0\0 a caption')),
    segment(0xfe, latin('a comment')),
    picture.subarray(2),
    picture,
  ]);
  expect(strip(full, 'jpeg').equals(insert(picture, 2, jfif('\0\0')))).toBe(true);
});

it('texts, times and private chunks are removed from a PNG', async () => {
  const sent = await png();
  const full = insert(
    sent,
    33,
    pngChunk('tEXt', latin('Author\0Jane')),
    pngChunk('iTXt', latin('Title\0\0\0\0\0Diary')),
    pngChunk('tIME', Buffer.alloc(7, 1)),
    pngChunk('vpAg', Buffer.alloc(9, 1)),
  );
  expect(strip(full, 'png').equals(sent)).toBe(true);
});

it('comments and XMP are removed from a GIF, and its frames, delays and loop count are kept', async () => {
  const frames = await Promise.all(['#f00', '#0f0', '#00f'].map((colour) => png(40, 30, colour)));
  const sent = await sharp(frames, { join: { animated: true } })
    .gif({ loop: 3, delay: [100, 200, 300] })
    .toBuffer();
  const head = 13 + 3 * 2 ** (((sent[10] ?? 0) & 7) + 1);
  const full = insert(sent, head, latin('!\xfe\x05Diary\0'), latin('!\xff\x0bXMP DataXMP\x03Jan\0'));
  expect(strip(full, 'gif').equals(sent)).toBe(true);
  expect(await sharp(strip(full, 'gif'), { pages: -1 }).metadata()).toMatchObject({
    pages: 3,
    loop: 3,
    delay: [100, 200, 300],
  });
});

it('the frames, delays and loop count of an animated WebP are kept', async () => {
  const sent = await animatedWebp();
  const stored = strip(sent, 'webp');
  expect(CAMERA_SECRETS.filter((secret) => stored.includes(secret))).toEqual([]);
  expect(await sharp(stored, { pages: -1 }).metadata()).toMatchObject({ pages: 3, loop: 3, delay: [100, 200, 300] });
  expect((await pixelsOf(stored)).equals(await pixelsOf(sent))).toBe(true);
  expect(stripMetadata(sent, 'webp')?.frames).toBe(3);
});

it('the frames of a GIF are counted up to 301, one above the limit', () => {
  expect(stripMetadata(gifOfFrames(300), 'gif')?.frames).toBe(300);
  expect(stripMetadata(gifOfFrames(690_000), 'gif')?.frames).toBe(301);
});
