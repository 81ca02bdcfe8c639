import { CreatorSite } from './creatorSite/CreatorSite.ts';
import { ExtensionBrowser } from './ExtensionBrowser.ts';
import { expect, test } from './product.ts';

test('try', async ({ product }) => {
  const site = await CreatorSite.start([
    { id: '778812', username: 'lunastar', name: 'Luna Star', password: 'moon', counts: { home: 3, notifications: 120, messages: 7 } },
  ]);
  const browser = await ExtensionBrowser.open({ siteOrigin: site.origin, productUrl: product.baseUrl });
  const page = await browser.newPage();
  await page.goto(site.origin);
  await page.getByLabel('Username').fill('lunastar');
  await page.getByLabel('Password').fill('moon');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByText('Your posts')).toBeVisible();
  const popup = await browser.openPopup();
  popup.on('console', (m) => console.log('popup', m.text()));
  popup.on('pageerror', (m) => console.log('popup error', m));
  await popup.waitForTimeout(4000);
  await popup.screenshot({ path: '/tmp/ext-popup.png' });
  console.log(await popup.locator('body').innerText());
  console.log(await popup.getByLabel('Linking token').inputValue());
  await browser.close();
  await site.stop();
});
