import type { Page } from 'playwright-core';
import { atMost, below, type Figure } from '../figure.ts';
import { fillAccount } from '../fillAccount.ts';
import type { BenchProduct, SignedIn } from '../withProduct.ts';
import type { PaintClock } from './paintClock.ts';

/** 50,000 planned postings: ten flyers on each of 5,000 pages. */
const ACCOUNT = { pages: 5_000, assistants: 10, flyersEach: 1, waiting: 0, queued: 10, pagesEach: 5_000 };
const ARROWS = Array<string>(20).fill('ArrowDown');
const TYPED = [...'luna star', ...Array<string>(9).fill('Backspace')];

/** The web app requests the postings of the rows in view this time after the last key. */
const REQUEST_AFTER_MS = 300;
/** Longer than `REQUEST_AFTER_MS`, so that each key finds the rows with their postings. */
const QUIET_MS = 500;

/** After each key: the time to the last paint of the filtered rows, and to the last paint of their postings. */
interface Keys {
  readonly rows: number[];
  readonly postings: number[];
}

async function pressEach(page: Page, clock: PaintClock, keys: readonly string[]): Promise<Keys> {
  const samples: Keys = { rows: [], postings: [] };
  for (const key of keys) {
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    await clock.settled(QUIET_MS);
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    await clock.settled();
    samples.rows.push(await clock.inputToLastPaintOfChanges(REQUEST_AFTER_MS));
    samples.postings.push(await clock.inputToLastPaint());
  }
  return samples;
}

/** Moves the focus from row to row of the calendar. */
async function pressArrows(page: Page, clock: PaintClock): Promise<number[]> {
  await page.locator('button[data-column]').first().focus();
  const samples: number[] = [];
  for (const key of ARROWS) samples.push(await clock.keyToLastPaint(() => page.keyboard.press(key)));
  return samples;
}

/** Measures the plan of the Queue tab as calendar and list. `openAs` opens a page with a clock. */
export async function queuePlanFigures(
  product: BenchProduct,
  openAs: (person: SignedIn) => Promise<{ page: Page; clock: PaintClock }>,
): Promise<Figure[]> {
  const person = await product.signIn('700000002');
  await fillAccount(product.pool, person.userId, null, ACCOUNT);
  const { page, clock } = await openAs(person);
  const figures: Figure[] = [];
  for (const plan of ['calendar', 'list'] as const) {
    await page.goto(`${product.baseUrl}/?view=queue&plan=${plan}`);
    await page.locator('[aria-busy="false"]').first().waitFor();
    await clock.settled();
    const nodes = await page.evaluate<number>(`document.querySelectorAll('*').length`);
    const arrows = plan === 'calendar' ? await pressArrows(page, clock) : [];
    await page.getByRole('searchbox', { name: 'Filter by page' }).click();
    const typed = await pressEach(page, clock, TYPED);
    const reference = 'an absolute bound';
    if (arrows.length > 0)
      figures.push({ what: `plan as ${plan}: arrow key`, unit: 'ms', samples: arrows, reference, bound: atMost(50) });
    figures.push(
      { what: `plan as ${plan}: key to filtered rows`, unit: 'ms', samples: typed.rows, reference, bound: atMost(50) },
      {
        what: `plan as ${plan}: key to their postings`,
        unit: 'ms',
        samples: typed.postings,
        reference: '-',
        bound: null,
      },
      { what: `plan as ${plan}: elements in the document`, unit: '', samples: [nodes], reference, bound: below(1_500) },
    );
  }
  await page.close();
  return figures;
}
