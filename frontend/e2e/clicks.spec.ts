import type { Assistant, AttentionRow } from '@flyerdeck/contracts';
import { ATTENTION_KINDS } from '@flyerdeck/contracts/attention.values';
import type { Locator, Page } from '@playwright/test';
import { uuid } from '../test/builders.ts';
import { flyerJpeg } from './flyerImages.ts';
import { answerPages, manyPages } from './manyPages.ts';
import { ADMIN_TELEGRAM_ID } from './product.ts';
import { linkPage, makeAssistant } from './sampleAccount.ts';
import { Person } from './spec/Person.ts';
import { expect, test } from './spec/personTest.ts';

test.use({ viewport: { width: 1280, height: 800 } });

type Clicks = (count: number, act: () => Promise<void>) => Promise<void>;

/** Checks how often a person presses the pointer, also over page loads. Keys do not count. */
async function countClicks(page: Page): Promise<Clicks> {
  let clicks = 0;
  await page.exposeFunction('countClick', () => {
    clicks += 1;
  });
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick(): void };
    window.addEventListener('pointerdown', ({ isTrusted }) => isTrusted && countClick(), { capture: true });
  });
  return async (count, act) => {
    clicks = 0;
    await act();
    expect(clicks).toBe(count);
  };
}

/** Opens the file chooser as a person does. Choosing the file in it is the system's part. */
async function chooseImage(page: Page, dialog: Locator): Promise<void> {
  const opened = page.waitForEvent('filechooser');
  await dialog.getByText('Add flyers', { exact: true }).click();
  await (await opened).setFiles({ name: 'flyer.jpg', mimeType: 'image/jpeg', buffer: await flyerJpeg() });
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
}

/** The list of a select is the system's part too. */
async function choose(page: Page, select: Locator, option: RegExp): Promise<void> {
  const label = await select.getByRole('option', { name: option }).textContent();
  await select.click();
  await page.keyboard.type(label ?? '');
  await page.keyboard.press('Enter');
  await expect(select.getByRole('option', { name: option })).toHaveJSProperty('selected', true);
}

const PAGES = 30;

test('a post at 18:00 takes 5 clicks from the dashboard, 300 spent credits are explained in 3, and an assistant is paused in 1', async ({
  page,
  person,
  product: { baseUrl },
}) => {
  const admin = await Person.signIn(baseUrl, ADMIN_TELEGRAM_ID);
  const given = { amount: 300, transaction_type: 'bonus', description: '', user_id: person.session.telegram_id };
  await admin.call('POST', '/credits/admin/adjust-credits', given);
  const linked = await Promise.all(
    Array.from({ length: PAGES }, (_, n) => linkPage(person, baseUrl, `Luna ${n}`, null, ['promo'])),
  );
  const rules = { target_tags: ['promo'], delay_between_tasks_hours: 1 };
  const drop = await makeAssistant(person, { name: 'Summer drop', texts: ['Day one', 'Day two'], rules, hue: 40 });
  await person.call('POST', `/assistants/${drop._id}/add-to-queue`);
  const clicks = await countClicks(page);
  await page.goto('/');

  await test.step('a new post', async () => {
    const dialog = page.getByRole('dialog', { name: 'New post' });
    await clicks(5, async () => {
      await page.getByRole('banner').getByRole('button', { name: 'New post' }).click();
      await chooseImage(page, dialog);
      const heightOfFlyer = async () => (await dialog.getByRole('listitem').boundingBox())?.height;
      await expect(dialog.getByRole('progressbar')).toHaveCount(0);
      const height = await heightOfFlyer();
      await page.keyboard.type('Tonight at six');
      await expect(dialog.getByText('Saved', { exact: true })).toBeVisible();
      // The pages below are not moved away from the pointer.
      expect(await heightOfFlyer()).toBe(height);
      await dialog.getByRole('checkbox', { name: '#promo' }).click();
      await choose(page, dialog.getByLabel('When'), /^(Today|Tomorrow) 18:00$/);
      await dialog.getByRole('button', { name: 'Queue', exact: true }).click();
      await expect(dialog.getByText(`${PAGES} postings added to the queue.`)).toBeVisible();
    });
    const post = (await person.call<Assistant[]>('GET', '/assistants')).find(({ starts_at }) => starts_at);
    expect(post).toMatchObject({ status: 'in_queue', posting_rules: { target_tags: ['promo'] } });
    const startsAt = new Date(post?.starts_at ?? '');
    expect([startsAt.getHours(), startsAt.getMinutes(), startsAt.getTime() > Date.now()]).toEqual([18, 0, true]);
    await dialog.getByRole('button', { name: 'Start Posting' }).click();
    const posted = await Promise.all(linked.map(({ device }) => device.post()));
    expect(new Set(posted.map(({ text }) => text))).toEqual(new Set(['Day one']));
  });

  await test.step('300 credits', async () => {
    await page.goto('/');
    const spent = page.getByRole('region', { name: /^Spent in/ });
    await clicks(3, async () => {
      await page
        .getByRole('banner')
        .getByRole('button', { name: /credits/ })
        .click();
      await spent
        .getByRole('row', { name: /30 300$/ })
        .getByRole('button')
        .click();
      await expect(spent.getByRole('row', { name: /^Luna \d+ 1 10$/ })).toHaveCount(PAGES);
      await spent.getByRole('button', { name: 'Summer drop' }).click();
      await expect(spent.getByRole('link', { name: 'Day one' }).first()).toBeInViewport();
    });
  });

  await test.step('a running assistant', async () => {
    await page.goto('/?view=assistants');
    const card = page.getByRole('article', { name: 'Summer drop' });
    await clicks(1, async () => {
      await card.getByRole('button', { name: 'Pause' }).click();
      await expect(card.getByRole('button', { name: 'Resume' })).toBeVisible();
    });
  });
});

const DOUBTS: readonly AttentionRow[] = Array.from({ length: 98 }, (_, n) => ({
  id: uuid(n),
  task_id: uuid(1_000 + (n % 7)),
  name: `Luna ${n}`,
  flyer: 'Day one',
  file_id: null,
  problem: null,
  at: '2026-03-01T12:00:00.000Z',
}));

for (const [outcome, confirm] of [
  ['It is live', null],
  ['It is not there', 'Post again'],
] as const) {
  test(`98 posts in doubt are settled in at most 4 clicks: ${outcome}`, async ({ page }) => {
    const doubts = new Map(DOUBTS.map((row) => [row.id, row]));
    await page.route(/\/api\/attention(\?|$)/, (route) => {
      const counts = Object.fromEntries(
        ATTENTION_KINDS.map((kind) => [kind, kind === 'unconfirmed' ? doubts.size : 0]),
      );
      return route.fulfill({ json: { ...counts, posting_paused: null, rows: [...doubts.values()] } });
    });
    await page.route('**/api/tasks/*/retry', (route) => {
      const { page_posting_ids, live_since, confirm_unconfirmed } = route.request().postDataJSON();
      if (confirm ? confirm_unconfirmed : live_since) for (const id of page_posting_ids) doubts.delete(id);
      return route.fulfill({ json: { message: 'Settled.', retried: 0 } });
    });
    const clicks = await countClicks(page);
    await page.goto('/');
    await clicks(confirm ? 4 : 3, async () => {
      await page.getByRole('button', { name: '98 in doubt' }).click();
      await page.getByRole('checkbox', { name: 'Select all 98' }).click();
      await page.getByRole('button', { name: `${outcome} (98)` }).click();
      if (confirm) await page.getByRole('button', { name: confirm }).click();
      await expect(page.getByText('Nothing needs attention.')).toBeVisible();
    });
    expect(doubts.size).toBe(0);
  });
}

test('at 1280 x 800 px the table shows 14 whole rows, and cards show 2', async ({ page }) => {
  await answerPages(page, manyPages(300));
  const wholeIn = (rows: Locator) =>
    rows.evaluateAll((all) => all.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length);
  await page.goto('/?view=pages&layout=table');
  await expect.poll(() => wholeIn(page.locator('tbody tr'))).toBeGreaterThanOrEqual(14);
  await page.goto('/?view=pages');
  await expect.poll(() => wholeIn(page.getByRole('article'))).toBeGreaterThanOrEqual(2 * 3);
});
