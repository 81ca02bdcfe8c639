import type { BrowserContext, Page } from '@playwright/test';
import { axeViolations } from './axeViolations.ts';
import { expect, test } from './product.ts';
import type { Visitor } from './screens/screenCase.ts';
import { SCREENS } from './screens/screens.ts';
import { signUpVisitors, type Visitors } from './visitors.ts';

const WIDTHS = [
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 1280, height: 900, colorScheme: 'dark' },
] as const;
/** A window of 1280 x 800 px at 200 %. */
const ZOOMED = { width: 640, height: 400, colorScheme: 'light' } as const;
const MAX_LAYOUT_SHIFT = 0.02;

// On these screens axe finds nothing, nothing is wider than the window, and no tab or admin screen moves while it loads.
// One test per group.
// The messages are sufficient, and a trace would take longer than the checks.
test.use({ trace: 'off' });
// One worker for all tests, because filling the accounts takes long.
test.describe.configure({ mode: 'default' });

type Shifted = { layoutShift: number };

/** In the page: until the first input. What moves later may be the answer to it, and on a slow machine a late one. */
function sumLayoutShifts(): void {
  const shifted = Object.assign(window, { layoutShift: 0 });
  const add = (entries: PerformanceEntryList) => {
    for (const { value } of entries as (PerformanceEntry & { value: number })[]) shifted.layoutShift += value;
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  const stop = () => {
    add(observer.takeRecords());
    observer.disconnect();
  };
  for (const input of ['pointerdown', 'keydown', 'input', 'change']) window.addEventListener(input, stop, true);
}

let visitors: Visitors;
/** One browser per visitor and one tab per group, because a new browser would load the whole app again. */
const browsers = new Map<Visitor, Promise<BrowserContext>>();
test.beforeAll(async ({ product }) => {
  visitors = await signUpVisitors(product.baseUrl);
});

for (const [group, screens] of Object.entries(SCREENS)) {
  test(`axe finds nothing on: ${group}`, async ({ browser }) => {
    const tabs = new Map<Visitor, Page>();
    for (const [index, { name, visitor, open }] of screens.entries()) {
      const opened = browsers.get(visitor) ?? visitors.openBrowser(browser, visitor);
      browsers.set(visitor, opened);
      const page = tabs.get(visitor) ?? (await (await opened).newPage());
      if (!tabs.has(visitor)) await page.addInitScript(sumLayoutShifts);
      tabs.set(visitor, page);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(WIDTHS[0]);
      await open(page, visitors.data);
      const shift = await page.evaluate(() => (window as unknown as Shifted).layoutShift);
      // Several failures are shown in the order in which the calls fail.
      if (/ tab|^admin/.test(name) && !name.includes('failing'))
        expect.soft(shift, `${name}: layout shift`).toBeLessThan(MAX_LAYOUT_SHIFT);
      // Polls are no longer answered, because rows that change their height during a check overlap.
      await page.route('**/api/**', () => undefined);
      for (const { width, height, colorScheme } of [...WIDTHS, ZOOMED]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height });
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect.soft(overflow, `${name}: px beyond the right edge at ${width} px`).toBeLessThanOrEqual(0);
        // Each screen is checked at one of the two widths.
        if (WIDTHS[index % 2]?.width === width)
          expect.soft(await axeViolations(page), `${name}: ${colorScheme}, ${width} px`).toEqual([]);
      }
      await page.unrouteAll();
    }
    for (const page of tabs.values()) await page.close();
  });
}
