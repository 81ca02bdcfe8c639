import type { Page } from 'playwright-core';
import { atMost, below, type Figure } from '../figure.ts';
import { fillAccount } from '../fillAccount.ts';
import type { BenchProduct, SignedIn } from '../withProduct.ts';
import type { PaintClock } from './paintClock.ts';

/** 50,000 planned postings: ten flyers on each of 5,000 pages. */
const ACCOUNT = { pages: 5_000, assistants: 10, flyersEach: 1, waiting: 0, queued: 10, pagesEach: 5_000 };
const TYPED = [...'luna star', ...Array<string>(9).fill('Backspace')];

/** Types in the page filter. The postings of the pages that come into view are requested 0.3 s after the last key. */
async function typeFilter(page: Page, clock: PaintClock): Promise<number[]> {
  await page.getByRole('searchbox', { name: 'Filter by page' }).click();
  const samples: number[] = [];
  for (const key of TYPED)
    samples.push(await clock.keyToLastPaint(() => page.keyboard.press(key === ' ' ? 'Space' : key)));
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
    const keys = await typeFilter(page, clock);
    const reference = 'an absolute bound';
    figures.push(
      { what: `plan as ${plan}: key to last paint`, unit: 'ms', samples: keys, reference, bound: atMost(50) },
      { what: `plan as ${plan}: elements in the document`, unit: '', samples: [nodes], reference, bound: below(1_500) },
    );
  }
  await page.close();
  return figures;
}
