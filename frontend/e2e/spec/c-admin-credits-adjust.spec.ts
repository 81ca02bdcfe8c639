import { readFile } from 'node:fs/promises';
import type { CreditBalance, CreditTransaction } from '@flyerdeck/contracts';
import { expect, test } from './personTest.ts';
import { signUpThreePeople } from './threePeople.ts';

const ADJUST = /\/api\/credits\/admin\/adjust-credits$/;

test.use({ visitor: 'admin' });

test('An admin adds and removes credits of a user, an adjustment whose answer was lost is booked once, and the download contains the filtered users. [5-20, 5-21, 8.4-14, 8.4-16]', async ({
  page,
  product,
}) => {
  const [first, target, last] = await signUpThreePeople(product.baseUrl);
  const id = target.session.telegram_id;
  const row = page.getByRole('row').filter({ has: page.getByText(`ID: ${id}`, { exact: true }) });
  const dialog = page.getByRole('dialog');
  const apply = dialog.getByRole('button', { name: 'Apply Adjustment', exact: true });
  const balance = async () => (await target.call<CreditBalance>('GET', '/credits/balance')).credits_balance;
  const adjust = async (amount: string) => {
    await row.getByRole('button', { name: /^Adjust Credits/ }).click();
    await dialog.getByRole('spinbutton', { name: 'Amount' }).fill(amount);
    await apply.click();
  };

  await page.goto(`/admin/credits?search=${first.session.telegram_id}`);
  for (const [amount, shown] of [
    ['50', '200'],
    ['-20.9', '180'],
  ] as const) {
    await adjust(amount);
    await expect(dialog).toBeHidden();
    await expect(row.getByRole('cell').nth(1)).toHaveText(shown);
    expect(await balance()).toBe(Number(shown));
  }

  await adjust('-181');
  await expect(dialog.getByRole('alert')).toHaveText('The balance would fall below zero.');
  expect(await balance()).toBe(180);
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();

  // The request reaches the server, and its answer is lost.
  await page.route(ADJUST, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await adjust('30');
  await expect(dialog.getByRole('alert')).toBeVisible();
  expect(await balance()).toBe(210);
  await page.unroute(ADJUST);
  await apply.click();
  await expect(dialog).toBeHidden();
  const { transactions } = await target.call<{ transactions: CreditTransaction[] }>(
    'GET',
    '/credits/transactions?limit=20',
  );
  expect(transactions.map(({ amount }) => amount)).toEqual([30, -20, 50, 150]);
  expect(transactions[1]?.description).toBe('Admin adjustment: -20 credits');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const [, ...lines] = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  const exported = lines.map((line) => [line.split(',')[0], line.split(',')[3]]);
  expect(exported[0]).toEqual([id, '210']);
  expect(exported.slice(1).sort()).toEqual([
    [first.session.telegram_id, '150'],
    [last.session.telegram_id, '150'],
  ]);
});
