import { checkImage } from './files.service.ts';
import { animatedGif, decompressionBomb, gifOfFrames, jpeg, png, webp } from './images.fixture.ts';

const notAnImage = expect.objectContaining({ status: 415, code: 'file.not_an_image' });
const tooLarge = expect.objectContaining({ status: 413, code: 'file.too_large' });

it.each([
  ['JPEG', jpeg, 'image/jpeg'],
  ['PNG', png, 'image/png'],
  ['WebP', webp, 'image/webp'],
  ['animated GIF', animatedGif, 'image/gif'],
])('determines from its bytes that a picture is a %s [S5.2-1]', async (_, make, contentType) => {
  expect(await checkImage(await make(40, 30))).toMatchObject({ contentType, width: 40, height: 30 });
});

it.each([
  ['an empty file', ''],
  ['a text', 'Hello, I am a picture.png'],
  ['an SVG, which can carry scripts', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['a PDF', '%PDF-1.7\n%âãÏÓ'],
  ['a JPEG header without a picture', '\xff\xd8\xff\xe0'],
  ['a WebP header without a picture', 'RIFF\x04\x00\x00\x00WEBP'],
])('refuses %s', async (_, content) => {
  await expect(checkImage(Buffer.from(content, 'latin1'))).rejects.toEqual(notAnImage);
});

it('accepts pictures of up to 10 MB [S5.2-1]', async () => {
  const limit = 10 * 1024 * 1024;
  const padded = Buffer.concat([await jpeg(), Buffer.alloc(limit)]);
  expect(await checkImage(padded.subarray(0, limit))).toMatchObject({ contentType: 'image/jpeg' });
  await expect(checkImage(padded.subarray(0, limit + 1))).rejects.toEqual(tooLarge);
});

it('refuses a small file with 144 million pixels without decoding it [S5.2-1]', async () => {
  const bomb = await decompressionBomb();
  expect(bomb.length).toBeLessThan(1_000_000);
  await expect(checkImage(bomb)).rejects.toMatchObject({
    status: 413,
    message: 'The picture has more than 40 million pixels.',
  });
});

it('accepts animations of up to 300 frames [S5.2-1]', async () => {
  expect(await checkImage(gifOfFrames(300))).toMatchObject({ contentType: 'image/gif' });
  for (const frames of [301, 690_000]) {
    await expect(checkImage(gifOfFrames(frames))).rejects.toMatchObject({
      status: 413,
      message: 'The picture has more than 300 frames.',
    });
  }
});
