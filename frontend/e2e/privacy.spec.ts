import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { browserApi } from './browserApi.ts';
import { expect, test } from './product.ts';
import { Person } from './spec/Person.ts';

test('a user downloads all data, deletes the account, and starts anew without a bonus', async ({
  browser,
  product,
}) => {
  const person = await Person.signUp(product.baseUrl);
  const context = await person.openBrowser(browser);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Privacy and data' }).click();
  const dialog = page.getByRole('dialog', { name: 'Privacy and data' });
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^flyerdeck-[\d-]{10}\.zip$/);
  const files = unzipSync(await readFile(await download.path()));
  const data = JSON.parse(new TextDecoder().decode(files['data.json'])) as { users: { telegram_id: string }[] };
  expect(data.users).toMatchObject([{ telegram_id: person.session.telegram_id }]);

  await dialog.getByRole('textbox', { name: 'Type DELETE to confirm' }).fill('DELETE');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await page.waitForURL('**/auth');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(person.session.telegram_id);
  await context.close();

  const again = await person.again();
  const newContext = await again.openBrowser(browser);
  const newPage = await newContext.newPage();
  await newPage.goto('/');
  await expect(newPage.getByRole('button', { name: 'Account', exact: true })).toBeVisible();
  expect(await browserApi(newPage, '/credits/balance')).toMatchObject({ credits_balance: 0 });
  await newContext.close();
});
