import { Device } from '../device.ts';
import { linkDescribed } from '../linkForm.ts';
import { expect, test } from './personTest.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('an unknown token is refused with a message, and the token of an extension links its page and loads the pages [2.3-07, 4.2-08]', async ({
  page,
  product,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Link OnlyFans Page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Link OnlyFans Page' });
  const token = dialog.getByPlaceholder('Paste your linking token here');
  const answered = page.waitForResponse('**/api/verify_linking');
  await token.fill('no-such-token');
  await token.press('Enter');
  const { error } = (await (await answered).json()) as { error: string };
  await expect(dialog.getByRole('alert')).toHaveText(error);

  // A property of this document's window. A full page load removes it; a navigation within the app does not.
  await page.evaluate(() => Object.assign(window, { before: true }));
  const device = await Device.requestLink(product.baseUrl, 'Luna Star');
  await token.fill(device.linkingToken);
  const loaded = page.waitForEvent('load');
  await linkDescribed(dialog);
  await loaded;
  await expect(page).toHaveURL('/?view=pages');
  await expect(page.getByText('Luna Star', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => 'before' in window)).toBe(false);
});
