import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Locator } from '@playwright/test';
import { accountsOf } from './creatorSite/SiteRecords.ts';
import { expect, test } from './product.ts';
import { RunnerStory } from './RunnerStory.ts';

test('a page of a site that takes only real clicks is added by a login, sleeps, is woken for a post, posts once, and stops when its runner is ended', async () => {
  const accounts = accountsOf(1);
  const story = await RunnerStory.begin({ accounts, isTrustedOnly: true });
  try {
    await story.addPages(accounts);
    await story.untilAsleep();
    await expect
      .poll(async () => (await story.pages())[0])
      .toMatchObject({ is_active: true, runner: { state: 'asleep' } });
    const [{ guid } = { guid: '' }] = await story.pages();

    const second = story.spawn();
    const [[status], message] = await Promise.all([once(second, 'exit'), text(second.stderr as never)]);
    expect([status, message]).toEqual([1, expect.stringContaining('this runner runs already')]);

    await story.queue(guid, 'Woken');
    await story.person.call('POST', '/queue/start');
    await expect.poll(() => story.posted).toEqual(['Woken']);
    await story.untilAsleep();
    expect(story.posted).toEqual(['Woken']);

    const [{ id } = { id: '' }] = (await story.person.call<{ runners: { id: string }[] }>('GET', '/runners')).runners;
    await story.person.call('DELETE', `/runners/${id}`);
    await expect.poll(async () => (await story.status()).isConnected).toBe(false);
    expect((await story.pages())[0]?.runner?.state).toBe('ended');
  } finally {
    await story.end();
  }
});

test("a person logs in to a page on the runner's own page, and only with its token", async ({ page }) => {
  const [account] = accountsOf(1);
  const story = await RunnerStory.begin({ accounts: accountsOf(1) });
  try {
    const { port, token } = JSON.parse(await readFile(path.join(story.folder, 'runner.json'), 'utf8'));
    await page.goto(`http://127.0.0.1:${port}/`);
    await expect(page.getByRole('button', { name: 'Add a page' })).toBeHidden();
    await page.getByLabel('Token').fill(token);
    await page.getByRole('button', { name: 'Enter' }).click();
    await page.getByRole('button', { name: 'Add a page' }).click();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const screen = page.getByAltText('The page in the browser');
    await expect(page.getByLabel('Address')).toHaveValue(new RegExp(story.site.origin));
    const { page: site, browser } = await story.siteIn((await story.status()).adding?.profile ?? '');
    /** Where this is, on the screen that the person sees. */
    const click = async (label: Locator) => {
      const box = await label.boundingBox();
      const scale = await screen.evaluate((shown: HTMLImageElement) => shown.clientWidth / shown.naturalWidth);
      if (!box) throw new Error('It is not shown.');
      const position = { x: (box.x + box.width / 2) * scale, y: (box.y + box.height / 2) * scale };
      await screen.click({ position });
    };
    const [name, password] = [site.getByLabel('Username'), site.getByLabel('Password')];
    // The extension may open the site once more while it starts, which empties the form.
    await expect(async () => {
      if (await password.isHidden()) return;
      await click(name);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(account?.username ?? '');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(account?.password ?? '');
      await expect(password).toHaveValue(account?.password ?? '', { timeout: 5_000 });
      await page.keyboard.press('Enter');
      await expect(password).toBeHidden({ timeout: 10_000 });
    }).toPass();
    await browser.close();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('row', { name: `@${account?.username}` })).toBeVisible();
    await expect(screen).toBeHidden();
  } finally {
    await story.end();
  }
});
