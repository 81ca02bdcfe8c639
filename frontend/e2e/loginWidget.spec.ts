import type { Page } from '@playwright/test';
import { signedWidgetQuery } from './initData.ts';
import { expect, test } from './telegramProduct.ts';

const MIA = { id: 800_000_001, first_name: 'Mia', username: 'mia' };
const NONCE = '0123456789abcdef0123456789abcdef';

/** The address of a login callback whose `state` belongs to this tab. */
async function ownTabCallback(page: Page, query: string): Promise<string> {
  await page.addInitScript((nonce) => sessionStorage.setItem('sign_in_nonce', nonce), NONCE);
  return `/auth/callback?${query}&state=${NONCE}`;
}

test('the login callback signs in once and removes its proof from the address and the history at once [2.4-07, 7.1-06]', async ({
  browser,
  page,
  product,
}) => {
  const query = signedWidgetQuery(product.botToken, MIA);
  const addressesAtSignIn: string[] = [];
  const sent: unknown[] = [];
  await page.route('**/api/auth/telegram', async (route) => {
    addressesAtSignIn.push(page.url());
    sent.push(route.request().postDataJSON());
    await route.continue();
  });
  await page.goto(await ownTabCallback(page, query));
  await expect(page.getByRole('button', { name: /150 credits/ })).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(addressesAtSignIn).toEqual([`${product.baseUrl}/auth/callback`]);
  // The widget has the received fields only, without last_name and photo_url.
  const { id, first_name, username } = MIA;
  const widget = Object.fromEntries(new URLSearchParams(query));
  expect(sent).toEqual([{ telegram_id: String(id), username, first_name, last_name: '', widget }]);

  // In a browser without a session. The signed-in page would itself load the landing page when its session is removed.
  const other = await browser.newContext({ baseURL: product.baseUrl });
  const again = await other.newPage();
  await again.goto(await ownTabCallback(again, query));
  await expect(again).toHaveURL('/auth');
  await expect(again.getByRole('alert')).toHaveText('Authentication failed');
  await other.close();
});
