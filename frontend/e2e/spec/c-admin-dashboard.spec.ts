import type { Page } from '@playwright/test';
import { buildStats } from '../../test/adminBuilders.ts';
import { changeAnswer, refuse } from './changedAnswer.ts';
import { expect, type SceneSetting, type SpecRow, specRows } from './specRow.ts';

const STATS = '**/api/admin/stats';
const openWithStats = async (page: Page) => {
  await changeAnswer(page, STATS, () => buildStats());
  await page.goto('/admin');
  await expect(card(page, 'Users')).toBeVisible();
};
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

const ADMIN: SceneSetting<undefined> = { visitor: 'admin', open: ({ page }) => openWithStats(page) };

const cardSays = (says: string, name: string, text: RegExp): SpecRow => ({
  says,
  look: ({ page }) => expect(card(page, name)).toHaveText(text),
});

const leads = (name: string, to: string): SpecRow => ({
  says: `Quick Access buttons: … ${name} …`,
  see: async ({ page }) => {
    await openWithStats(page);
    await page.getByRole('region', { name: 'Quick Access' }).getByRole('button', { name, exact: true }).click();
    await expect(page).toHaveURL(to);
  },
});

specRows('2 Admin dashboard', ADMIN, [
  cardSays("Cards: Users (total and '{n} active'); …", 'Users', /^Users\s*1,200\s*1,100 active$/),
  cardSays("… Pages ('Linked pages'); …", 'Pages', /^Pages\s*340\s*Linked pages$/),
  cardSays("… Tasks (sum of all status counts and '{n} completed'); …", 'Tasks', /^Tasks\s*26\s*20 completed$/),
  cardSays("… Assistants (sum and '{n} completed').", 'Assistants', /^Assistants\s*5\s*3 completed$/),
  leads('Manage Users', '/admin/users'),
  leads('Performance Analytics', '/admin/performance'),
  leads('Credit Management', '/admin/credits'),
  leads('Detailed Postings', '/admin/postings'),
  {
    says: 'System Statistics lists Tasks by Status …',
    look: async ({ page }) => {
      const list = page
        .getByRole('region', { name: 'System Statistics' })
        .getByRole('region', { name: 'Tasks by Status' });
      await expect(list.getByRole('listitem')).toHaveText([/In Queue\s*5/, /Completed\s*20/, /Failed\s*1/]);
    },
  },
  {
    says: '… and Page Postings by Status.',
    look: async ({ page }) => {
      const list = page
        .getByRole('region', { name: 'System Statistics' })
        .getByRole('region', { name: 'Page Postings by Status' });
      await expect(list.getByRole('listitem')).toHaveText([/Pending\s*7/, /Completed\s*90/]);
    },
  },
  cardSays("A card 'New Users (Last 7 Days)'.", 'New Users (Last 7 Days)', /^New Users \(Last 7 Days\)\s*42$/),
]);

specRows('8 Admin and preview: the admin dashboard', ADMIN, [
  {
    says: "'Failed to load admin dashboard statistics', …",
    see: async ({ page }) => {
      await refuse(page, STATS, { sentence: 'The counters rest.' });
      await page.goto('/admin');
      const alert = page.getByRole('alert').filter({ hasText: 'Failed to load admin dashboard statistics' });
      await expect(alert).toBeVisible();
      await page.unroute(STATS);
      await alert.getByRole('button', { name: 'Retry' }).click();
      await expect(card(page, 'Users')).toBeVisible();
      await expect(alert).toBeHidden();
    },
  },
]);
