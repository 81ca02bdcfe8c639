import { expect, type Page } from '@playwright/test';
import { admin, fullUser, type ScreenCase } from './screenCase.ts';

/** The dialog of a user, after the server has answered with the balance. */
async function openAdjusting(page: Page, telegramId: string): Promise<void> {
  await page.goto(`/admin/credits?user=${telegramId}`);
  await page.getByRole('button', { name: /^Adjust Credits of/ }).click();
  await page
    .getByRole('dialog')
    .getByText(/^\d+ credits$/)
    .waitFor();
}

/** The admin's dashboard, users, credits and task screens. */
export const PEOPLE_SCREENS: readonly ScreenCase[] = [
  admin('admin dashboard', async (page) => {
    await page.goto('/admin');
    await page.getByRole('region', { name: 'System Statistics' }).waitFor();
    await page.getByRole('heading', { name: 'Last 30 Days' }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('figure')).toHaveCount(2);
  }),
  admin('admin users', async (page) => {
    await page.goto('/admin/users');
    await page.getByRole('table', { name: 'Users' }).getByRole('link').first().waitFor();
  }),
  admin('admin user, lists open', async (page, { telegramId }) => {
    await page.goto(`/admin/users/${telegramId}`);
    await page.getByRole('table', { name: 'Admin History' }).waitFor();
    for (const name of ['Linked Pages', 'Tasks', 'Assistants']) {
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
    }
  }),
  admin('admin credits, booking a purchase', async (page, { telegramId }) => {
    await openAdjusting(page, telegramId);
    await page.getByText('Purchase', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Package' }).click();
    await page.getByText(/^Basic: /).click();
  }),
  fullUser('task', async (page) => {
    await page.goto('/?view=queue');
    const listed = await page.waitForResponse(/\/api\/tasks\?status=in_queue/);
    const [task] = (await listed.json()) as { _id: string }[];
    await page.goto(`/tasks/${task?._id}`);
    await page
      .getByRole('region', { name: /^Pages/ })
      .getByRole('button', { expanded: false })
      .first()
      .click();
    await page.getByRole('list', { name: 'Timeline' }).waitFor();
  }),
];
