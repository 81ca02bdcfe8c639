import { readFile } from 'node:fs/promises';
import { holdAnswers } from './heldAnswer.ts';
import { expect, test } from './personTest.ts';
import { signUpThreePeople } from './threePeople.ts';

test.use({ visitor: 'admin' });

test('An admin opens a filtered list of users by its address, uses it by keyboard, returns to the same view and downloads the filtered users. [2.13-16, 2.13-17, 2.13-18, 2.13-19]', async ({
  page,
  product,
}) => {
  const people = await signUpThreePeople(product.baseUrl);
  const ids = people.map(({ session }) => session.telegram_id);
  const address = `/admin/users?search=${ids[0]}&status=active&sort=username&order=asc`;
  const table = page.getByRole('table', { name: 'Users' });
  const links = table.getByRole('link');

  const { release } = await holdAnswers(page, '**/api/admin/users');
  await page.goto(address);
  await expect(page.getByRole('status', { name: 'Loading users' })).toBeVisible();
  const frame = page.locator('.ant-table');
  const boxWhileLoading = await frame.boundingBox();
  release();
  await expect(links).toHaveText(ids);
  expect(await frame.boundingBox()).toEqual(boxWhileLoading);

  await links.first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/users/${ids[0]}`);
  await page.getByRole('button', { name: 'Back to Users' }).click();
  await expect(page).toHaveURL(address);
  await expect(links).toHaveText(ids);
  await expect(page.getByRole('columnheader', { name: 'Username' })).toHaveAttribute('aria-sort', 'ascending');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const [, ...lines] = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
  // Newest first.
  expect(lines.map((line) => line.split(',')[0])).toEqual(ids.toReversed());
});
