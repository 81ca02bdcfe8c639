import type { Page } from 'playwright-core';
import type { Figure } from '../figure.ts';
import type { BenchProduct, SignedIn } from '../withProduct.ts';
import { cardSays, type PaintClock } from './paintClock.ts';

const PAGES = 1_000;
const ROUNDS = 5;

async function request(
  product: BenchProduct,
  person: SignedIn,
  guids: readonly string[],
  tag: string,
): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(`${product.baseUrl}/api/pages/bulk-tags`, {
    method: 'POST',
    headers: { ...person.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ guids, add: [tag], remove: [] }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`bulk-tags answered ${response.status}: ${answer}`);
  return performance.now() - startedAt;
}

/** Does the same in the browser: searches for the pages with a tag, selects all and adds a tag. */
async function onScreen(page: Page, clock: PaintClock, having: string, tag: string) {
  await page.reload();
  await clock.settled();
  await page.getByRole('searchbox', { name: 'Search' }).fill(having);
  await page.getByRole('checkbox', { name: `Select all ${PAGES.toLocaleString('en-US')} matching` }).check();
  const bar = page.getByRole('region', { name: 'Selected pages' });
  await bar.getByRole('button', { name: 'Add tags' }).click();
  await bar.getByRole('textbox', { name: 'Tags to add' }).fill(tag);
  await page.keyboard.press('Enter');
  await clock.settled();
  const answered = page.waitForResponse(/bulk-tags/);
  const shown = await clock.actToGoal(cardSays(tag), () => bar.getByRole('button', { name: /^Add to/ }).click());
  const response = await answered;
  if (!response.ok()) throw new Error(`bulk-tags answered ${response.status()} to the screen`);
  await response.finished();
  return { shown, atRest: await clock.inputToLastPaint() };
}

/** Measures adding a tag to 1,000 pages: the request, and the time until the screen shows it. */
export async function bulkTagFigures(
  product: BenchProduct,
  person: SignedIn,
  page: Page,
  clock: PaintClock,
): Promise<Figure[]> {
  const { rows } = await product.pool.query<{ guid: string }>(
    'SELECT guid FROM pages WHERE owner_id = $1 ORDER BY linked_at DESC LIMIT $2',
    [person.userId, PAGES],
  );
  const guids = rows.map((row) => row.guid);
  const requests: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) requests.push(await request(product, person, guids, `bulk ${round}`));
  const seen: { readonly shown: number; readonly atRest: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) seen.push(await onScreen(page, clock, 'bulk 0', `screen ${round}`));
  const figure = (what: string, samples: readonly number[]): Figure => ({
    what: `tagging 1,000 pages: ${what}`,
    unit: 'ms',
    samples,
    reference: '-',
    bound: null,
  });
  return [
    figure('the request', requests),
    figure(
      'click to the tag painted on a card',
      seen.map(({ shown }) => shown),
    ),
    figure(
      'click to the last paint, answer included',
      seen.map(({ atRest }) => atRest),
    ),
  ];
}
