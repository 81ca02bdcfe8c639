import { readFile } from 'node:fs/promises';
import type { AdminUser } from '@flyerdeck/contracts';
import type { Page, Request } from '@playwright/test';
import { buildAdminUser } from '../../test/adminBuilders.ts';
import { changeAnswer, refuse } from './changedAnswer.ts';
import { holdAnswers } from './heldAnswer.ts';
import { expect, type SceneSetting, type SpecRow, specRows } from './specRow.ts';

const LIST = '**/api/admin/users';
const PROMPT = 'Search users by name, username, or Telegram ID';

const USERS: readonly AdminUser[] = [
  buildAdminUser({ telegram_id: '5550001', username: 'stardust', first_name: 'Luna', last_name: 'Vale' }),
  buildAdminUser({ telegram_id: '5550002', username: 'qwerty', first_name: 'Mila', last_name: 'Rose', is_admin: true }),
  buildAdminUser({ telegram_id: '7770003', username: '', first_name: '', last_name: '', is_active: false }),
];
const answerUsers = (page: Page, users: readonly AdminUser[] = USERS) => changeAnswer(page, LIST, () => users);
const openUsers = async (page: Page, address = '/admin/users') => {
  await answerUsers(page);
  await page.goto(address);
  await expect(links(page).first()).toBeVisible();
};
const links = (page: Page) => page.getByRole('table', { name: 'Users' }).getByRole('link');
const search = (page: Page) => page.getByPlaceholder(PROMPT, { exact: true });
const rowOf = (page: Page, id: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: id, exact: true }) });

const ADMIN: SceneSetting<undefined> = { visitor: 'admin', open: ({ page }) => openUsers(page) };

const finds = (says: string, text: string, id: string): SpecRow => ({
  says,
  look: async ({ page }) => {
    const calls: string[] = [];
    const note = (request: Request) => calls.push(request.url());
    page.on('request', note);
    await search(page).fill(text);
    await expect(links(page)).toHaveText([id]);
    page.off('request', note);
    expect(calls.filter((url) => url.includes('/api/'))).toEqual([]);
    await search(page).fill('');
    await expect(links(page)).toHaveCount(USERS.length);
  },
});

const shows = (says: string, place: number, title: string, texts: readonly string[]): SpecRow => ({
  says,
  look: async ({ page }) => {
    await expect(page.getByRole('columnheader').nth(place)).toHaveText(title);
    for (const [row, text] of texts.entries()) {
      const { telegram_id } = USERS[row] as AdminUser;
      await expect(rowOf(page, telegram_id).getByRole('cell').nth(place)).toHaveText(text);
    }
  },
});

specRows('2 Admin users', ADMIN, [
  {
    says: `Search box '${PROMPT}', …`,
    look: ({ page }) => expect(search(page)).toBeVisible(),
  },
  finds('… filtering client-side by case-insensitive containment in Telegram ID, …', '50002', '5550002'),
  finds('… username, …', 'STARD', '5550001'),
  finds('… first name …', 'mil', '5550002'),
  finds('… or last name.', 'vAle', '5550001'),
  shows('Columns: Telegram ID, …', 0, 'Telegram ID', ['5550001', '5550002', '7770003']),
  shows('… Username, …', 1, 'Username', ['stardust', 'qwerty']),
  shows('… Name, …', 2, 'Name', ['Luna Vale', 'Mila Rose']),
  shows('… Registered (MMM d, yyyy), …', 3, 'Registered', ['Mar 1, 2026']),
  shows('… Status (Active/Inactive), …', 4, 'Status', ['Active', 'Active', 'Inactive']),
  shows('… Admin (Admin/User), …', 5, 'Admin', ['User', 'Admin', 'User']),
  shows('… Actions.', 6, 'Actions', ['View', 'View', 'View']),
  {
    says: 'A click on a row opens the detail.',
    see: async ({ page, person }) => {
      await page.goto('/admin/users');
      await search(page).fill(person.session.telegram_id);
      await page.getByRole('cell', { name: 'Active', exact: true }).first().click();
      await expect(page).toHaveURL(`/admin/users/${person.session.telegram_id}`);
      await expect(page.getByRole('switch', { name: 'Admin Privileges' })).toBeVisible();
    },
  },
  {
    says: "Empty: 'No users found'.",
    look: async ({ page }) => {
      await search(page).fill('nobody has this');
      await expect(page.getByText('No users found', { exact: true })).toBeVisible();
      await search(page).fill('');
      await expect(links(page)).toHaveCount(USERS.length);
    },
  },
  {
    says: 'A Back to Dashboard button.',
    see: async ({ page }) => {
      await openUsers(page);
      await page.getByRole('button', { name: 'Back to Dashboard', exact: true }).click();
      await expect(page).toHaveURL('/admin');
    },
  },
]);

specRows('2 Admin users: what the specification leaves to us', ADMIN, [
  {
    says: 'Search, filter and order are in the address: a link reproduces the view, and the way back from a detail leads to it.',
    see: async ({ page, person }) => {
      const { telegram_id: id } = person.session;
      await page.goto(`/admin/users?search=${id}&status=active&sort=username&order=asc`);
      await expect(links(page)).toHaveText([id]);
      await expect(search(page)).toHaveValue(id);
      await expect(page.getByRole('columnheader', { name: 'Username' })).toHaveAttribute('aria-sort', 'ascending');
      await links(page).first().click();
      await page.getByRole('button', { name: 'Back to Users' }).click();
      await expect(page).toHaveURL(`/admin/users?search=${id}&status=active&sort=username&order=asc`);
      await expect(links(page)).toHaveText([id]);
    },
  },
  {
    says: 'The keyboard walks the rows and opens one.',
    see: async ({ page }) => {
      await openUsers(page);
      await links(page).first().focus();
      await page.keyboard.press('ArrowDown');
      await expect(links(page).nth(1)).toBeFocused();
      await page.keyboard.press('End');
      await expect(links(page).nth(2)).toBeFocused();
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/admin/users/5550001');
    },
  },
  {
    says: 'The CSV export holds the filtered set.',
    see: async ({ page, person }) => {
      const { telegram_id: id } = person.session;
      await page.goto(`/admin/users?search=${id}`);
      await expect(links(page)).toHaveText([id]);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const csv = await readFile(await (await download).path(), 'utf8');
      const lines = csv.trim().split('\r\n');
      expect(lines).toHaveLength(2);
      expect(lines[1]).toContain(id);
    },
  },
  {
    says: 'While the users are on their way the table holds its place.',
    see: async ({ page }) => {
      const { letGo } = await holdAnswers(page, LIST);
      await page.goto('/admin/users');
      await expect(page.getByRole('status', { name: 'Loading users' })).toBeVisible();
      await expect(page.getByText('No users found')).toHaveCount(0);
      const table = page.getByRole('table', { name: 'Users' });
      const before = await table.boundingBox();
      letGo();
      await expect(links(page).first()).toBeVisible();
      expect(await table.boundingBox()).toEqual(before);
    },
  },
]);

specRows('8 Admin and preview: users', ADMIN, [
  {
    says: "… 'Failed to load users', …",
    see: async ({ page }) => {
      await refuse(page, LIST, { sentence: 'The register rests.' });
      await page.goto('/admin/users');
      const alert = page.getByRole('alert').filter({ hasText: 'Failed to load users' });
      await expect(alert).toBeVisible();
      await page.unroute(LIST);
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expect(links(page).first()).toBeVisible();
    },
  },
]);
