import { expect, SEEDED_ADMIN_TELEGRAM_ID, test } from './product.ts';
import { Person } from './spec/Person.ts';

test.use({ seededPostings: 5_000 });

declare global {
  interface Window {
    layoutShift: number;
  }
}
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
}

const SCREENS = [
  '/admin',
  '/admin/users',
  `/admin/users/${SEEDED_ADMIN_TELEGRAM_ID}`,
  '/admin/postings',
  '/admin/performance',
  '/admin/credits',
  '/admin/audit',
  '/admin/reports',
  '/admin/site-packs',
  '/admin/backups',
  '/',
] as const;
const MOST_SHIFT = 0.05;

const sumLayoutShifts = () => {
  window.layoutShift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.layoutShift += (entry as LayoutShift).value;
  }).observe({ type: 'layout-shift', buffered: true });
};

test('no screen of an admin moves while its data arrives', async ({ browser, product }) => {
  const admin = await Person.signIn(product.baseUrl, SEEDED_ADMIN_TELEGRAM_ID);
  const context = await admin.openBrowser(browser);
  const moved = await Promise.all(
    [1280, 390].map(async (width, turn) => {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(sumLayoutShifts);
      const paint = () =>
        page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      // Each answer arrives after the one before has been painted.
      let arrived = Promise.resolve();
      await page.route('**/api/**', (route) => {
        const arrive = async () => {
          await route.fulfill({ response: await route.fetch() });
          await paint();
        };
        // A call of the screen before may end with it.
        arrived = arrived.then(() => arrive().catch(() => {}));
        return arrived;
      });
      const shifts: string[] = [];
      // Each screen at one of the two widths.
      for (const address of SCREENS.filter((_, index) => index % 2 === turn)) {
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
        for (let seen: unknown; seen !== arrived; await paint()) {
          seen = arrived;
          await arrived;
        }
        const shift = await page.evaluate(() => window.layoutShift);
        if (shift > MOST_SHIFT) shifts.push(`${address} at ${width} px: ${shift.toFixed(3)}`);
      }
      await page.unrouteAll();
      await page.close();
      return shifts;
    }),
  );
  expect(moved.flat()).toEqual([]);
  await context.close();
});
