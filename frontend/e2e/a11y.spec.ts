import type { BrowserContext } from '@playwright/test';
import { ADMIN_SCREENS } from './adminScreens.ts';
import { axeViolations } from './axeViolations.ts';
import { expect, test } from './product.ts';
import { SCREENS, type Visitor } from './screens.ts';
import { inviteVisitors, type Visitors } from './visitors.ts';

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;
// The other way round at the second width: the colours change three times in all, not four.
const SCHEMES = { 390: ['light', 'dark'], 1280: ['dark', 'light'] } as const;

// Its messages say all; a trace would cost more than the judging.
test.use({ trace: 'off' });
// One worker for all: the accounts are filled once.
test.describe.configure({ mode: 'default' });

let visitors: Visitors;
/** One browser a visitor, a tab a screen: a new browser would load the whole app anew, which takes longer than the judging. */
const browsers = new Map<Visitor, Promise<BrowserContext>>();
test.beforeAll(async ({ product }) => {
  visitors = await inviteVisitors(product.baseUrl);
});

for (const { name, visitor, open } of [...SCREENS, ...ADMIN_SCREENS]) {
  test(`axe finds nothing on: ${name}`, async ({ browser }) => {
    const opened = browsers.get(visitor) ?? visitors.openBrowser(browser, visitor);
    browsers.set(visitor, opened);
    const page = await (await opened).newPage();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize(WIDTHS[0]);
    await open(page, visitors.data);
    for (const { width, height } of WIDTHS) {
      await page.setViewportSize({ width, height });
      for (const [index, colorScheme] of SCHEMES[width].entries()) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        const violations = await axeViolations(page, index === 0 ? 'everything' : 'colours');
        expect(violations, `${colorScheme}, ${width} px`).toEqual([]);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow, `px beyond the right edge at ${width} px`).toBeLessThanOrEqual(0);
    }
    await page.close();
  });
}
