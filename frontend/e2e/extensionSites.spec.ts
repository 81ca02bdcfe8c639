import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CreditBalance, SitePack, StructureReport } from '@flyerdeck/contracts';
import { BUILT_IN_SITE_PACK } from '@flyerdeck/contracts/builtInSitePack';
import type { SiteKind } from './creatorSite/CreatorSite.ts';
import { sha256 } from './creatorSite/SiteState.ts';
import type { Language } from './creatorSite/words.ts';
import { TEST_WAITS } from './ExtensionBrowser.ts';
import { ExtensionStory, expect, LUNA } from './extensionStory.ts';
import { ADMIN_TELEGRAM_ID, test } from './product.ts';
import { publishSitePack } from './publishSitePack.ts';
import { Person } from './spec/Person.ts';

// A product of its own: a pack of another test could choose these pages, and the other way round.
test.use({ settings: { LEASE_SECONDS: '118' } });

const KINDS: readonly SiteKind[] = ['portal', 'element', 'editable'];
const LANGUAGES: readonly Language[] = ['en', 'ru', 'es'];
const LATER_HOURS = 40 * 24;
/** The extension waits for what is not on the page. */
const WAITS = { ...TEST_WAITS, siteSeconds: 8 };
const PATIENCE_MS = 150_000;

/** The latest version that was published. */
let latest = BUILT_IN_SITE_PACK.version;

/** A name in the markup of the stand-ins, as `markup: 'renamed'` has it. */
const newName = (name: string) =>
  name.replaceAll(/(?<![.\w-])composer/g, 'next-composer').replaceAll('composer-submit', 'composer-publish');

async function packFor(kind: SiteKind, renamed = false): Promise<SitePack> {
  const json = await readFile(path.join(import.meta.dirname, `creatorSite/packs/${kind}.json`), 'utf8');
  latest += 1;
  const isName = (key: string, value: unknown) => typeof value === 'string' && ['css', 'testId'].includes(key);
  const pack = JSON.parse(json, (key, value) => (renamed && isName(key, value) ? newName(value) : value));
  return { ...pack, version: latest };
}

/** Waits until every posting is completed. */
const untilCompleted = (story: ExtensionStory) =>
  expect
    .poll(
      async () =>
        (await story.postings()).flatMap(({ status, errorMessage, wait_reason }) =>
          status === 'completed' ? [] : [errorMessage ?? wait_reason ?? status],
        ),
      { timeout: PATIENCE_MS },
    )
    .toEqual([]);

/** Posts one flyer at once and a scheduled one, and compares what arrived on the site. */
async function postTwo(story: ExtensionStory, language: Language): Promise<void> {
  const before = story.site.posts.length;
  const texts = [`Now in ${language}: free days ☀️\nwith "friends" <3 #party`, `Later in ${language}`] as const;
  const [image] = await story.queue([texts[0]]);
  const [laterImage] = await story.queue([texts[1]], { start_delay_hours: LATER_HOURS });
  await untilCompleted(story);
  const posts = story.site.posts.slice(before).sort((a, b) => b.text.length - a.text.length);
  const toTheMinute = (time: string) => new Date(Math.floor(Date.parse(time) / 60_000) * 60_000).toISOString();
  const scheduled = (await story.postings()).map(({ scheduled_for: at }) => at && toTheMinute(at));
  expect(posts).toMatchObject([
    { text: texts[0], imageSha256: sha256(image as Buffer), scheduledFor: null },
    { text: texts[1], imageSha256: sha256(laterImage as Buffer), scheduledFor: expect.any(String) },
  ]);
  expect(scheduled).toContain(posts[1]?.scheduledFor);
  for (const { accountId, expiresInDays } of posts) expect([accountId, expiresInDays]).toEqual([LUNA.id, 1]);
}

for (const kind of KINDS) {
  test(`the site becomes the ${kind} site: its pack posts in each language; a pack with former names posts nothing and costs nothing`, async ({
    product,
  }) => {
    test.setTimeout(600_000);
    const story = await ExtensionStory.begin(product, { waits: WAITS });
    const { site } = story;
    const admin = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
    const credits = async () => (await story.person.call<CreditBalance>('GET', '/credits/balance')).credits_balance;
    try {
      await story.linkPage();
      const creditsBefore = await credits();

      await test.step('the names in the markup are not those of the pack', async () => {
        Object.assign(site.switches, { kind, markup: 'renamed' });
        await story.closeWorkTab();
        await story.wakeExtension();
        await expect.poll(async () => (await story.page()).health, { timeout: PATIENCE_MS }).toBe('site_changed');
        const pack = await packFor(kind);
        await publishSitePack(product, pack);
        const report = async () =>
          (await admin.call<StructureReport[]>('GET', '/admin/structure-reports')).find(
            ({ site_pack_version: version }) => version === pack.version,
          );
        await expect.poll(report, { timeout: PATIENCE_MS }).toMatchObject({ what: 'probe' });
        expect((await report())?.missing).toContainEqual(expect.stringMatching(/^composer\./));
        await story.queue(['A flyer', 'Another flyer']);
        await story.startPosting();
        await story.waitForPosting({ status: 'pending', wait_reason: 'site_changed' });
        await story.wakeExtension();
        await story.waitForPosting({ status: 'pending', wait_reason: 'site_changed' });
        expect(site.posts).toEqual([]);
        expect(await credits()).toBe(creditsBefore);
      });

      await test.step('a pack with the new names is published: the page posts without a new installation', async () => {
        await publishSitePack(product, await packFor(kind, true));
        await untilCompleted(story);
        expect(site.posts.map(({ text }) => text).sort()).toEqual(['A flyer', 'Another flyer']);
        expect(await credits()).toBe(creditsBefore - 10);
      });

      await test.step('the site has its usual names again: the pack in the file posts in each language', async () => {
        Object.assign(site.switches, { markup: 'usual' });
        const pack = await packFor(kind);
        await publishSitePack(product, pack);
        const popup = await story.browser.openPopup();
        await expect(popup.getByText(`Version ${pack.version}`, { exact: true })).toBeVisible({ timeout: PATIENCE_MS });
        await popup.close();
        for (const language of LANGUAGES) {
          await test.step(language, async () => {
            site.switches.language = language;
            await postTwo(story, language);
          });
        }
      });
      expect(site.state.otherActions).toEqual([]);
      // The next test's packs are not for this page.
      await story.person.call('DELETE', `/unlink_page/${(await story.page()).guid}`);
    } finally {
      await story.end();
    }
  });
}
