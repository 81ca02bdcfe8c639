import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { SAVE_SHOWN_PAGE } from '../scripts/saveShownPage.ts';
import { CreatorSite, type SiteKind } from './creatorSite/CreatorSite.ts';
import { LUNA } from './extensionStory.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** What the tool says. */
async function tried(pack: string, page: string): Promise<string> {
  const args = ['--import', './backend/test/typescriptLoader.mjs', 'frontend/scripts/trySitePack.ts', pack, page];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return stdout;
}

/** The paths of the elements that the tool finds. */
const foundIn = (said: string) => said.split('\n').flatMap((line) => /^(\S+) +[1-9]/.exec(line)?.[1] ?? []);

for (const kind of ['portal', 'element', 'editable'] as const satisfies readonly SiteKind[]) {
  test(`a site pack is tried against saved pages of the ${kind} site`, async ({ page }, testInfo) => {
    const site = await CreatorSite.start([LUNA]);
    try {
      site.switches.kind = kind;
      site.state.post(LUNA, { text: 'A', upload: null, scheduledFor: null, expiresInDays: null });
      const session = site.state.logIn(LUNA.username, LUNA.password)?.session ?? '';
      await page.context().addCookies([{ name: 'sess', value: session, url: site.origin }]);
      const save = async (name: string) => {
        const file = testInfo.outputPath(name);
        // The console of the DevTools has this function.
        const html = await page.evaluate(`((copy) => ${SAVE_SHOWN_PAGE})((text) => text)`);
        await writeFile(file, String(html));
        return file;
      };
      await page.goto(`${site.origin}/posts/create`);
      await page.getByRole('button', { name: 'Schedule' }).click();
      const composer = await save('composer.html');
      await page.goto(`${site.origin}/${LUNA.username}`);
      await expect(page.getByText('A', { exact: true })).toBeVisible();
      const feed = await save('feed.html');

      const pack = path.join(ROOT, `frontend/e2e/creatorSite/packs/${kind}.json`);
      const saidOfComposer = await tried(pack, composer);
      expect(saidOfComposer).toMatch(/^Account: @lunastar "Luna Star", id 1\nComposer: The new post is read\.\n/);
      expect(foundIn(saidOfComposer)).toEqual(
        expect.arrayContaining([
          ...['account.link', 'account.name', 'account.counts.home', 'composer.root', 'composer.text'],
          ...['composer.expiry.opener', 'composer.schedule.popup', 'composer.schedule.day', 'composer.submit.button'],
        ]),
      );
      const saidOfFeed = await tried(pack, feed);
      expect(saidOfFeed).toMatch(/^Composer: The new post is not on this page\.\nFeed: Post 9000001 of \S+: "A"\n/m);
      expect(foundIn(saidOfFeed)).toEqual(
        expect.arrayContaining(['account.link', 'feed.post', 'feed.text', 'feed.time', 'feed.link']),
      );
    } finally {
      await site.stop();
    }
  });
}
