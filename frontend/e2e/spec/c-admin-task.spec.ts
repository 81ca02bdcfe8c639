import type { TaskDetail } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { linkPage, makeAssistant, tasksOf } from '../believableData.ts';
import { ADMIN_TELEGRAM_ID } from '../product.ts';
import { breakLine, refuse } from './changedAnswer.ts';
import { Person } from './Person.ts';
import { expect, type SceneSetting, specRows } from './specRow.ts';

const TASK = /\/api\/tasks\/[0-9a-f-]{36}$/;
const UNKNOWN = '/tasks/00000000-0000-4000-8000-000000000000';

interface Posted {
  readonly address: string;
}
const item = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

/** One flyer on two pages: posted on one, failed on the other. */
const OWN: SceneSetting<Posted> = {
  async given(person, { baseUrl }) {
    const luna = await linkPage(person, baseUrl, 'Luna Star', null, []);
    const mila = await linkPage(person, baseUrl, 'Mila Rose', null, []);
    const rules = { target_pages: [luna.guid, mila.guid] };
    const { _id } = await makeAssistant(person, { name: 'Evening', texts: ['Live at nine'], rules, hue: 40 });
    await person.call('POST', `/assistants/${_id}/add-to-queue`);
    await person.call('POST', '/queue/start');
    await luna.device.post();
    await mila.device.fail('The site asked for a captcha.');
    const [task] = await tasksOf(person, _id);
    return { address: `/tasks/${task?._id}` };
  },
  async open({ page, given }) {
    await page.goto(given.address);
    await expect(item(page, 'Luna Star')).toBeVisible();
  },
};

specRows('2 Route table: /tasks/{id}, which the specification leaves to us', OWN, [
  {
    says: 'The flyer: its picture and its text.',
    look: async ({ page }) => {
      const flyer = page.getByRole('region', { name: 'Flyer', exact: true });
      await expect(flyer.getByText('Live at nine')).toBeVisible();
      const picture = flyer.getByRole('img');
      await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    },
  },
  {
    says: 'Its postings with status and reason.',
    look: async ({ page }) => {
      await expect(item(page, 'Luna Star')).toContainText(/Posted|Completed/);
      await expect(item(page, 'Mila Rose')).toContainText('Failed');
      await expect(item(page, 'Mila Rose')).toContainText('The site asked for a captcha.');
    },
  },
  {
    says: 'Each posting’s timeline.',
    look: async ({ page }) => {
      await page.getByRole('button', { name: 'Mila Rose', exact: true }).click();
      const steps = page.getByRole('list', { name: 'Timeline' }).getByRole('listitem');
      await expect(steps).toHaveText([/^Pending/, /^Posting.*after/, /^Failed.*after/]);
      await page.getByRole('button', { name: 'Mila Rose', exact: true }).click();
    },
  },
  {
    says: 'An admin sees it too, with its owner, and retries nothing.',
    see: async ({ page, product, given, person, context }) => {
      const admin = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
      const browser = context.browser();
      if (!browser) throw new Error('The context has no browser.');
      const adminContext = await admin.openBrowser(browser);
      const adminPage = await adminContext.newPage();
      await adminPage.goto(given.address);
      await expect(item(adminPage, 'Mila Rose')).toContainText('The site asked for a captcha.');
      await expect(adminPage.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
      await adminPage.getByRole('main').getByRole('link', { name: 'Anna' }).click();
      await expect(adminPage).toHaveURL(`/admin/users/${person.session.telegram_id}`);
      await adminContext.close();
      await page.goto(given.address);
      await expect(page.getByText('Owner:')).toHaveCount(0);
    },
  },
  {
    says: 'A stranger is told that there is no such task.',
    see: async ({ product, given, context }) => {
      const stranger = await Person.signUp(product.baseUrl);
      await expect(stranger.call('GET', given.address)).rejects.toThrow('answered 404');
      const browser = context.browser();
      if (!browser) throw new Error('The context has no browser.');
      const strangerContext = await stranger.openBrowser(browser);
      const page = await strangerContext.newPage();
      await page.goto(given.address);
      await expect(page.getByText('Task not found', { exact: true })).toBeVisible();
      await strangerContext.close();
    },
  },
  {
    says: 'An address of no task says so, and leads back.',
    see: async ({ page }) => {
      for (const address of [UNKNOWN, '/tasks/nonsense']) {
        await page.goto(address);
        await expect(page.getByText('Task not found', { exact: true })).toBeVisible();
      }
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await expect(page).toHaveURL('/?view=queue');
    },
  },
  {
    says: 'A failure is said, and asked for again on Retry.',
    see: async ({ page, given }) => {
      await refuse(page, TASK, { sentence: 'The queue rests.' });
      await page.goto(given.address);
      await expect(page.getByRole('alert')).toContainText('Error loading details: The queue rests.');
      await page.unroute(TASK);
      await breakLine(page, TASK);
      await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('alert')).toContainText('Error loading details: Failed to fetch details.');
      await page.unroute(TASK);
      await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
      await expect(item(page, 'Luna Star')).toBeVisible();
    },
  },
]);

/** Failed on its only page. */
const FAILED: SceneSetting<Posted> = {
  async given(person, { baseUrl }) {
    const mila = await linkPage(person, baseUrl, 'Mila Rose', null, []);
    const rules = { target_pages: [mila.guid] };
    const { _id } = await makeAssistant(person, { name: 'Evening', texts: ['Live at nine'], rules, hue: 40 });
    await person.call('POST', `/assistants/${_id}/add-to-queue`);
    await person.call('POST', '/queue/start');
    await mila.device.fail('The site asked for a captcha.');
    const [task] = await tasksOf(person, _id);
    return { address: `/tasks/${task?._id}` };
  },
};

specRows('4 Retry, on /tasks/{id}', FAILED, [
  {
    says: 'The owner retries what failed.',
    see: async ({ page, given, person }) => {
      await page.goto(given.address);
      await page.getByRole('button', { name: 'Retry Mila Rose' }).click();
      await expect(item(page, 'Mila Rose')).not.toContainText('The site asked for a captcha.');
      const task = await person.call<TaskDetail>('GET', given.address);
      expect(task.page_postings.find(({ name }) => name === 'Mila Rose')?.status).toBe('pending');
      await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
    },
  },
]);
