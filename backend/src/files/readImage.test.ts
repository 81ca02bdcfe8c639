import { animatedGif, decompressionBomb, jpeg, jpegTurned, photo, png, webp } from './pictures.fixture.ts';
import { readImage } from './readImage.ts';

const notAnImage = expect.objectContaining({ status: 415, code: 'file.not_an_image' });
const tooLarge = expect.objectContaining({ status: 413, code: 'file.too_large' });

it.each([
  ['JPEG', jpeg, 'image/jpeg'],
  ['PNG', png, 'image/png'],
  ['WebP', webp, 'image/webp'],
  ['animated GIF', animatedGif, 'image/gif'],
])('knows a %s by its bytes', async (_, make, contentType) => {
  expect(await readImage(await make(40, 30))).toMatchObject({ contentType, width: 40, height: 30 });
});

it('measures a picture as people see it, turned as the camera says', async () => {
  expect(await readImage(await jpegTurned(40, 30))).toMatchObject({ width: 30, height: 40 });
});

it.each([
  ['nothing', ''],
  ['a text', 'Hello, I am a picture.png'],
  ['an SVG, which can carry scripts', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['a PDF', '%PDF-1.7\n%âãÏÓ'],
  ['a header and nothing behind it', '\xff\xd8\xff\xe0'],
  ['a WebP in name only', 'RIFF\x04\x00\x00\x00WEBP'],
])('refuses %s', async (_, content) => {
  await expect(readImage(Buffer.from(content, 'latin1'))).rejects.toEqual(notAnImage);
});

it('refuses a picture that was cut off, and says which one', async () => {
  for (const whole of [await photo(), await png(400, 300), await webp(400, 300)]) {
    const half = whole.subarray(0, Math.floor(whole.length / 2));
    await expect(readImage(half, "'holiday.jpg'")).rejects.toMatchObject({
      status: 415,
      message: "'holiday.jpg' is damaged and cannot be read.",
    });
  }
});

it('takes 10 MB and not a byte more', async () => {
  const limit = 10 * 1024 * 1024;
  const padded = Buffer.concat([await jpeg(), Buffer.alloc(limit)]);
  expect(await readImage(padded.subarray(0, limit))).toMatchObject({ contentType: 'image/jpeg' });
  await expect(readImage(padded.subarray(0, limit + 1))).rejects.toEqual(tooLarge);
});

it('refuses a few kilobytes that would unpack to 144 million pixels, without unpacking them', async () => {
  const bomb = await decompressionBomb();
  expect(bomb.length).toBeLessThan(1_000_000);
  const before = process.memoryUsage().rss;
  await expect(readImage(bomb)).rejects.toEqual(tooLarge);
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});
