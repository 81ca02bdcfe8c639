import type { Page } from 'playwright-core';
import { atMost, type Figure } from '../figure.ts';
import type { BenchProduct } from '../withProduct.ts';
import { PaintClock } from './paintClock.ts';

const SIZES = [10_000, 100_000] as const;
const NAVIGATIONS = 3;
const SORTS_EACH = 3;
/** Types and deletes a name, then an id. */
const TYPED = [...'first12', ...Array<string>(7).fill('Backspace'), ...'10079', ...Array<string>(5).fill('Backspace')];
const COLUMNS = ['Telegram ID', 'Username', 'Name', 'Registered'] as const;
const ROWS_SHOW = `Boolean(document.querySelector('[role=table] a[data-row-control]'))`;

/** Adds users with the numbers after those of the previous size. */
const fill = (product: BenchProduct, from: number, to: number) =>
  product.pool.query(
    `INSERT INTO users (telegram_id, username, first_name, last_name, created_at, is_active)
     SELECT (100000000 + n * 7919)::text, 'person_' || md5(n::text)::varchar(8), 'First' || n % 997, 'Last' || n % 9973,
       now() - n * interval '5 minutes', n % 31 <> 0
     FROM generate_series($1::int, $2::int) n`,
    [from + 1, to],
  );

function percentile95(samples: readonly number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0;
}

async function measure(page: Page, clock: PaintClock, address: string, users: number): Promise<Figure[]> {
  const navigations: number[] = [];
  for (let round = 0; round < NAVIGATIONS; round += 1) {
    await page.goto(address);
    await clock.settled();
    await page.getByText(`${users.toLocaleString('en-US')} users`).waitFor();
    navigations.push(await clock.navigationToGoal());
    await clock.settled();
  }
  const nodes = await page.evaluate<number>(`document.querySelectorAll('*').length`);

  await page.getByRole('searchbox').click();
  await clock.settled();
  const keys: number[] = [];
  for (const key of TYPED) keys.push(await clock.keyToLastPaint(() => page.keyboard.press(key)));

  const sorts: number[] = [];
  for (const name of COLUMNS) {
    const header = page.getByRole('columnheader', { name, exact: true });
    for (let round = 0; round < SORTS_EACH; round += 1) {
      await header.click();
      sorts.push(await clock.inputToLastPaint());
    }
  }

  const what = (name: string) => `${users.toLocaleString('en-US')} users: ${name}`;
  const own = 'an absolute bound';
  return [
    { what: what('navigation to first rows painted'), unit: 'ms', samples: navigations, reference: '-', bound: null },
    { what: what('search, key to last paint it caused'), unit: 'ms', samples: keys, reference: own, bound: atMost(50) },
    { what: what('the same, p95'), unit: 'ms', samples: [percentile95(keys)], reference: own, bound: atMost(100) },
    { what: what('sort, click to last paint'), unit: 'ms', samples: sorts, reference: '-', bound: null },
    { what: what('sort, p95'), unit: 'ms', samples: [percentile95(sorts)], reference: own, bound: atMost(500) },
    { what: what('elements in the document'), unit: '', samples: [nodes], reference: '-', bound: null },
  ];
}

/** Measures typing and sorting in the admin's table of users. */
export async function adminUsersFigures(
  product: BenchProduct,
  open: (telegramId: string) => Promise<Page>,
): Promise<Figure[]> {
  const { telegramId } = await product.signIn('700000002');
  await product.pool.query('UPDATE users SET is_admin = true WHERE telegram_id = $1', [telegramId]);
  const page = await open(telegramId);
  const clock = await PaintClock.on(page, ROWS_SHOW);
  const figures: Figure[] = [];
  const { rows } = await product.pool.query<{ count: number }>('SELECT count(*)::int AS count FROM users');
  let there = rows[0]?.count ?? 0;
  for (const size of SIZES) {
    await fill(product, there, size);
    there = size;
    figures.push(...(await measure(page, clock, `${product.baseUrl}/admin/users`, size)));
  }
  await page.close();
  return figures;
}
