import path from 'node:path';
import { flyerJpeg } from './flyerImages.ts';
import { test } from './product.ts';
import { SCREENS } from './screens/screens.ts';
import { signUpVisitors, type Visitors } from './visitors.ts';

/** Folder for the pictures: `npm run shots -w frontend -- FOLDER`. */
const FOLDER = process.env.SHOTS_DIR ?? path.join(import.meta.dirname, '../test-results/shots');
/** Part of a screen's name; empty for all screens. */
const ONLY = process.env.SHOTS_ONLY ?? '';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
] as const;

test.describe.configure({ mode: 'default' });

let visitors: Visitors;
test.beforeAll(async ({ product }) => {
  visitors = await signUpVisitors(product.baseUrl);
});

const screens = Object.values(SCREENS).flat();
for (const { name, visitor, open } of screens.filter((screen) => screen.name.includes(ONLY))) {
  test(name, async ({ browser }) => {
    const context = await visitors.openBrowser(browser, visitor);
    // The server loads no avatars from addresses of this machine.
    let avatars = 0;
    await context.route('**/api/avatars/*', async (route) => {
      avatars += 1;
      await route.fulfill({ body: await flyerJpeg(20 + avatars * 24), contentType: 'image/jpeg' });
    });
    const page = await context.newPage();
    await page.setViewportSize(SIZES[0]);
    await open(page, visitors.data);
    // Flyers and avatars must be loaded.
    await page.waitForLoadState('networkidle');
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        const file = `${name.replaceAll(/[^a-z]+/g, '-')}-${viewport.width}-${colorScheme}.png`;
        await page.screenshot({ path: path.join(FOLDER, file) });
      }
    }
    await context.close();
  });
}
