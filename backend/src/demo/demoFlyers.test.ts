import sharp from 'sharp';
import { FLYER_HEIGHT, FLYER_WIDTH, makeAvatar, makeDemoFlyers } from './demoFlyers.ts';
import { DEMO_PAGES } from './demoPages.ts';

test('three flyers: JPEGs of 1080 x 1350 with something on them, each different', async () => {
  const flyers = await makeDemoFlyers();
  expect(flyers).toHaveLength(3);
  for (const { jpeg, fileName, text } of flyers) {
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: FLYER_WIDTH, height: FLYER_HEIGHT });
    // Lettering and shapes: far more than the smooth ground that a failed drawing would leave.
    const { entropy, channels } = await sharp(jpeg).stats();
    expect(entropy).toBeGreaterThan(4);
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(40);
    expect(fileName).toMatch(/\.jpg$/);
    expect(text.length).toBeGreaterThan(20);
  }
  expect(new Set(flyers.map(({ jpeg }) => jpeg.toString('base64'))).size).toBe(3);
});

test('the lettering is there: white letters where the headline stands', async () => {
  const [summer] = await makeDemoFlyers();
  const headline = sharp(summer?.jpeg).extract({ left: 60, top: 80, width: 960, height: 170 });
  const { data } = await headline.greyscale().threshold(235).raw().toBuffer({ resolveWithObject: true });
  const white = data.filter((pixel) => pixel === 255).length / data.length;
  expect(white).toBeGreaterThan(0.2);
  expect(white).toBeLessThan(0.8);
});

test('every demo page has an avatar', async () => {
  for (const { name, avatarColors } of DEMO_PAGES) {
    expect(await sharp(await makeAvatar(name.slice(0, 1), avatarColors)).metadata()).toMatchObject({
      width: 256,
      height: 256,
    });
  }
});
