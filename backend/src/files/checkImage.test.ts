import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { checkImage } from './files.service.ts';
import {
  animatedGif,
  CAMERA_SECRETS,
  decompressionBomb,
  deepPng,
  gifOfFrames,
  jpeg,
  jpegTurned,
  photo,
  png,
  webp,
  withMetadata,
} from './pictures.fixture.ts';

const notAnImage = expect.objectContaining({ status: 415, code: 'file.not_an_image' });
const tooLarge = expect.objectContaining({ status: 413, code: 'file.too_large' });

it.each([
  ['JPEG', jpeg, 'image/jpeg'],
  ['PNG', png, 'image/png'],
  ['WebP', webp, 'image/webp'],
  ['animated GIF', animatedGif, 'image/gif'],
])('knows a %s by its bytes', async (_, make, contentType) => {
  expect(await checkImage(await make(40, 30))).toMatchObject({ contentType, width: 40, height: 30 });
});

it('returns the size of a picture as it is displayed, rotated as the camera says', async () => {
  expect(await checkImage(await jpegTurned(40, 30))).toMatchObject({ width: 30, height: 40 });
});

it.each([
  ['nothing', ''],
  ['a text', 'Hello, I am a picture.png'],
  ['an SVG, which can carry scripts', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['a PDF', '%PDF-1.7\n%âãÏÓ'],
  ['a header and nothing behind it', '\xff\xd8\xff\xe0'],
  ['a WebP in name only', 'RIFF\x04\x00\x00\x00WEBP'],
])('refuses %s', async (_, content) => {
  await expect(checkImage(Buffer.from(content, 'latin1'))).rejects.toEqual(notAnImage);
});

it('refuses a picture that was cut off, and says which one', async () => {
  for (const whole of [await photo(), await png(400, 300), await webp(400, 300)]) {
    const half = whole.subarray(0, Math.floor(whole.length / 2));
    await expect(checkImage(half, "'holiday.jpg'")).rejects.toMatchObject({
      status: 415,
      message: "'holiday.jpg' is damaged and cannot be read.",
    });
  }
});

it('takes 10 MB and not a byte more', async () => {
  const limit = 10 * 1024 * 1024;
  const padded = Buffer.concat([await jpeg(), Buffer.alloc(limit)]);
  expect(await checkImage(padded.subarray(0, limit))).toMatchObject({ contentType: 'image/jpeg' });
  await expect(checkImage(padded.subarray(0, limit + 1))).rejects.toEqual(tooLarge);
});

it('refuses a few kilobytes that would decode to 144 million pixels, without decoding them', async () => {
  const bomb = await decompressionBomb();
  expect(bomb.length).toBeLessThan(1_000_000);
  await expect(checkImage(bomb)).rejects.toMatchObject({
    status: 413,
    message: 'The picture has more than 40 million pixels.',
  });
});

it('accepts 16 bits per color for half as many pixels, and refuses more without decoding them', async () => {
  const rows = deflateSync(Buffer.alloc(64 * 64 * 8 * 2));
  expect(await checkImage(deepPng(64, 64, rows))).toMatchObject({ width: 64, height: 64 });
  await expect(checkImage(deepPng(6_000, 5_000, rows))).rejects.toMatchObject({
    status: 413,
    message: 'The picture has more than 8 bits per color and too many pixels for that.',
  });
});

it('takes animations of 300 frames and not one more', async () => {
  expect(await checkImage(gifOfFrames(300))).toMatchObject({ contentType: 'image/gif' });
  for (const frames of [301, 690_000]) {
    await expect(checkImage(gifOfFrames(frames))).rejects.toMatchObject({
      status: 413,
      message: 'The picture has more than 300 frames.',
    });
  }
});

it('returns the picture without its metadata, with the same orientation', async () => {
  const sent = await withMetadata(sharp(await jpeg(40, 30)), 6)
    .jpeg()
    .toBuffer();
  const { bytes, ...facts } = await checkImage(sent);
  expect(facts).toEqual({ contentType: 'image/jpeg', width: 30, height: 40, sha256: expect.any(String) });
  expect(CAMERA_SECRETS.filter((secret) => bytes.includes(secret))).toEqual([]);
  expect((await sharp(bytes).metadata()).orientation).toBe(6);
});
