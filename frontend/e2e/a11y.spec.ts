import { axeViolations } from './axeViolations.ts';
import { expect, test } from './product.ts';
import { SCREENS } from './screens.ts';
import { inviteVisitors, type Visitors } from './visitors.ts';

/** Each scheme at one width, so that both are judged at the price of two. */
const LOOKS = [
  { colorScheme: 'light', width: 390, height: 844 },
  { colorScheme: 'dark', width: 1280, height: 900 },
] as const;

// Its messages say all; a trace would cost more than the judging.
test.use({ trace: 'off' });
// One worker for all: the accounts are filled once.
test.describe.configure({ mode: 'default' });

let visitors: Visitors;
test.beforeAll(async ({ product }) => {
  visitors = await inviteVisitors(product.baseUrl);
});

for (const { name, visitor, open } of SCREENS) {
  test(`axe finds nothing on: ${name}`, async ({ browser }) => {
    const context = await visitors.openBrowser(browser, visitor);
    const page = await context.newPage();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(LOOKS[0]);
    await open(page, visitors.data);
    for (const { colorScheme, width, height } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      expect(await axeViolations(page), `${colorScheme}, ${width} px`).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `px beyond the right edge at ${width} px`).toBeLessThanOrEqual(0);
    }
    await context.close();
  });
}
