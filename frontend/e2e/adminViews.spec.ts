import type { Locator, Page } from '@playwright/test';
import { ADMIN_TELEGRAM_ID } from './product.ts';
import { Person } from './spec/Person.ts';
import { expect, test } from './spec/personTest.ts';
import { signUpThreePeople } from './spec/threePeople.ts';

const MAX_PRESSES = 60;

async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${MAX_PRESSES} times Tab did not focus ${control}`);
}

test('An admin saves a view as the default, opens the screen anew and works in the table, all by keyboard', async ({
  browser,
  person,
  product,
}) => {
  const people = await signUpThreePeople(product.baseUrl);
  const ids = people.map(({ session }) => session.telegram_id);
  // A new admin, because a default view would apply to the tests of the other admin too.
  const setAdmin = async (is_admin: boolean) => {
    const first = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
    await first.call('PATCH', `/admin/users/${person.session.telegram_id}`, { is_admin });
  };
  await setAdmin(true);
  const context = await person.openBrowser(browser);
  const page = await context.newPage();
  const links = page.getByRole('table', { name: 'Users' }).getByRole('link');

  await page.goto('/admin/users');
  await links.first().waitFor();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(ids[0] ?? '');
  await expect(links).toHaveText([...ids].reverse());

  await tabTo(page, page.getByRole('button', { name: 'Columns' }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('checkbox', { name: 'Username' }));
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Columns' })).toBeFocused();

  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Views' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'Name of the view' }));
  await page.keyboard.type('Three people');
  await page.keyboard.press('Enter');
  const makeDefault = page.getByRole('button', { name: 'Open with Three people' });
  await makeDefault.waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(makeDefault).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(makeDefault).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'View: Three people' })).toBeFocused();

  await page.goto('/admin/users');
  await expect(page.getByRole('button', { name: 'View: Three people' })).toBeVisible();
  await expect(links).toHaveText([...ids].reverse());
  await expect(page.getByRole('columnheader')).toHaveText([
    'Telegram ID',
    'Name',
    'Registered',
    'Status',
    'Admin',
    'Actions',
  ]);
  await tabTo(page, links.first());
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/users/${ids[1]}`);
  await context.close();
  await setAdmin(false);
});
