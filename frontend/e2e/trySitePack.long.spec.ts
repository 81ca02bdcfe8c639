import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { SAVE_SHOWN_PAGE } from '../scripts/saveShownPage.ts';
import { HostileSite } from './creatorSite/hostile/HostileSite.ts';
import { velvetPack } from './creatorSite/hostile/velvetPack.ts';
import { PlainSite } from './creatorSite/plain/PlainSite.ts';
import { accountsOf } from './creatorSite/SiteRecords.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PACKS = path.join(import.meta.dirname, 'creatorSite/packs');
const ACCOUNTS = accountsOf(1);

/** What the tool says. */
async function tried(pack: string, page: string): Promise<string> {
  const args = ['--import', './backend/test/typescriptLoader.mjs', 'frontend/scripts/trySitePack.ts', pack, page];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return stdout;
}

/** The paths of the elements that the tool finds. */
const foundIn = (said: string) => said.split('\n').flatMap((line) => /^(\S+) +[1-9]/.exec(line)?.[1] ?? []);

const FIRST_POST = 'New set tomorrow evening';
const CALENDAR = ['composer.schedule.popup', 'composer.schedule.day'];

const SITES = {
  async plain() {
    return {
      site: await PlainSite.start(ACCOUNTS),
      pack: path.join(PACKS, 'plain.json'),
      composer: '/compose',
      feed: '/members/creator001',
      scheduler: ['composer.schedule.field'],
    };
  },
  async hostile(pack: string) {
    const site = await HostileSite.start(ACCOUNTS);
    await writeFile(pack, JSON.stringify(velvetPack([], site.settings)));
    return {
      site,
      pack,
      composer: '/compose',
      feed: '/creator001',
      scheduler: CALENDAR,
    };
  },
};

for (const [name, start] of Object.entries(SITES)) {
  test(`a site pack is tried against saved pages of the ${name} site`, async ({ page }, testInfo) => {
    const { site, pack, composer, feed, scheduler } = await start(testInfo.outputPath('pack.json'));
    try {
      await page.context().addCookies(site.cookiesFor('creator001'));
      const save = async (file: string) => {
        // The console of the DevTools has this function.
        const html = await page.evaluate(`((copy) => ${SAVE_SHOWN_PAGE})((text) => text)`);
        await writeFile(testInfo.outputPath(file), String(html));
        return testInfo.outputPath(file);
      };
      await page.goto(site.origin + composer);
      const calendar = page.getByRole('button', { name: 'Schedule' });
      if (scheduler === CALENDAR) {
        await expect(async () => {
          await calendar.click();
          await expect(page.getByRole('button', { name: /^(28|.* 28, .*)$/ }).first()).toBeVisible({ timeout: 500 });
        }).toPass();
      }
      const saidOfComposer = await tried(pack, await save('composer.html'));
      expect(saidOfComposer).toContain('Account: @creator001 "Creator 001", id 1\nComposer: The new post is read.\n');
      expect(foundIn(saidOfComposer)).toEqual(
        expect.arrayContaining([
          ...['account.link', 'account.name', 'composer.root', 'composer.text', 'composer.expiry.opener'],
          ...[...scheduler, 'composer.submit.button'],
        ]),
      );
      await page.goto(site.origin + feed);
      await expect(page.getByText(FIRST_POST, { exact: true })).toBeVisible();
      const saidOfFeed = await tried(pack, await save('feed.html'));
      expect(saidOfFeed).toMatch(/^Composer: The new post is not on this page\.\nFeed: Post \d+ of \S+: /m);
      expect(saidOfFeed).toContain(`: "${FIRST_POST}"\n`);
      expect(foundIn(saidOfFeed)).toEqual(
        expect.arrayContaining(['account.link', 'feed.post', 'feed.text', 'feed.time', 'feed.link']),
      );
    } finally {
      await site.stop();
    }
  });
}
