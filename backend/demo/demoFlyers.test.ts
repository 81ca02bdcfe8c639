import sharp from 'sharp';
import { readDemoAvatar, readDemoFlyers } from './demoFlyers.ts';
import { DEMO_PAGES } from './demoPages.ts';

test('there are three flyers of 1080 x 1350 px', async () => {
  const sizes = await Promise.all((await readDemoFlyers()).map(({ image }) => sharp(image).metadata()));
  const flyer = expect.objectContaining({ format: 'webp', width: 1080, height: 1350 });
  expect(sizes).toEqual([flyer, flyer, flyer]);
});

test.each(DEMO_PAGES)('$name has an avatar of 256 x 256 px', async ({ username }) => {
  expect(await sharp(await readDemoAvatar(username)).metadata()).toMatchObject({ width: 256, height: 256 });
});
