import { type Browser, chromium, type Page } from 'playwright-core';
import { atMost, below, type Figure } from '../figure.ts';
import { fillAccount } from '../fillAccount.ts';
import { uploadFlyer } from '../uploadFlyer.ts';
import { type BenchProduct, type SignedIn, withProduct } from '../withProduct.ts';
import { adminUsersFigures } from './adminUsers.ts';
import { chromiumOptions } from './chromiumOptions.ts';
import { CARD_SHOWS, CONTENT_SHOWS, PaintClock } from './paintClock.ts';
import { queuePlanFigures } from './queuePlan.ts';

const ACCOUNT = { pages: 5_000, assistants: 500, flyersEach: 3, waiting: 10, queued: 190, pagesEach: 5 };
/** All pages have limits, which their cards show. */
const LIMIT_PAGES = `UPDATE pages SET max_posts_in_24_hours = 3, min_gap_minutes = 90, posting_hours_from = '18:00',
  posting_hours_until = '02:00', posting_hours_zone = 'Europe/Berlin', limited_until = now() + interval '3 hours'`;
const ROUNDS = 5;
/** 28 keys: type and delete a name, then a tag. */
const TYPED = [
  ...'luna star',
  ...Array<string>(9).fill('Backspace'),
  ...'promo',
  ...Array<string>(5).fill('Backspace'),
];
const THROTTLE = 4;
const TABS = ['Assistants', 'Queue', 'Presets', 'Credits', 'Pages'] as const;

async function openAs(browser: Browser, { sessionToken, telegramId }: SignedIn): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const stored = JSON.stringify({ session_token: sessionToken, telegram_id: telegramId });
  await page.addInitScript(`Object.entries(${stored}).forEach(([key, value]) => localStorage.setItem(key, value))`);
  return page;
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

async function repeat(times: number, measure: () => Promise<number>): Promise<number[]> {
  const samples: number[] = [];
  for (let round = 0; round < times; round += 1) samples.push(await measure());
  return samples;
}

async function typeSearch(page: Page, clock: PaintClock): Promise<number[]> {
  await page.getByRole('searchbox', { name: 'Search' }).click();
  const samples: number[] = [];
  for (const key of TYPED)
    samples.push(await clock.keyToLastPaint(() => page.keyboard.press(key === ' ' ? 'Space' : key)));
  return samples;
}

async function measureScreen({ baseUrl }: BenchProduct, page: Page, clock: PaintClock): Promise<Figure[]> {
  const own = 'an absolute bound';
  const navigation = await repeat(ROUNDS, async () => {
    await page.goto(`${baseUrl}/?view=pages`);
    return clock.navigationToGoal();
  });
  await clock.settled();
  const nodes = await page.evaluate<number>(`document.querySelectorAll('*').length`);

  const mounts = await repeat(ROUNDS, async () => {
    await tab(page, 'Presets');
    await clock.settled();
    const taken = await clock.actToGoal(CARD_SHOWS, () => tab(page, 'Pages'));
    await clock.settled();
    return taken;
  });
  const switches: Record<string, number[]> = {};
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of TABS) {
      switches[name] = [...(switches[name] ?? []), await clock.actToGoal(CONTENT_SHOWS, () => tab(page, name))];
      await clock.settled();
    }
  }
  const keys = await typeSearch(page, clock);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  const throttledKeys = await typeSearch(page, clock);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });

  const figure = (what: string, samples: readonly number[], bound: Figure['bound'], unit = 'ms'): Figure => ({
    what,
    unit,
    samples,
    reference: bound ? own : '-',
    bound,
  });
  return [
    figure('navigation to first card painted', navigation, null),
    figure('mount: tab switch to first card painted', mounts, atMost(500)),
    figure('search: key to last paint it caused', keys, atMost(50)),
    figure(`search: key to last paint, CPU ${THROTTLE}x throttled`, throttledKeys, atMost(100)),
    figure('switching tabs, all of them', Object.values(switches).flat(), null),
    ...Object.entries(switches).map(([name, samples]) => figure(`- to ${name}`, samples, null)),
    figure('elements in the document, Pages tab', [nodes], below(1_500), ''),
  ];
}

async function run(): Promise<Figure[]> {
  return withProduct(async (product) => {
    const person = await product.signIn('700000001');
    const fileId = await uploadFlyer(product, person);
    await fillAccount(product.pool, person.userId, fileId, ACCOUNT);
    await product.pool.query(LIMIT_PAGES);
    const browser = await chromium.launch(await chromiumOptions());
    try {
      const page = await openAs(browser, person);
      const clock = await PaintClock.on(page);
      const screen = await measureScreen(product, page, clock);
      await page.close();
      const plan = await queuePlanFigures(product, async (planner) => {
        const planPage = await openAs(browser, planner);
        return { page: planPage, clock: await PaintClock.on(planPage) };
      });
      const users = await adminUsersFigures(product, async (telegramId) =>
        openAs(browser, await product.signIn(telegramId)),
      );
      return [...screen, ...plan, ...users];
    } finally {
      await browser.close();
    }
  });
}

export const webBench = {
  title: '5,000 pages, 500 assistants, 50,000 planned postings and 100,000 users in a real browser',
  run,
};
