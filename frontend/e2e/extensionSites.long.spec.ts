import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SitePack } from '@flyerdeck/contracts';
import { BUILT_IN_SITE_PACK } from '@flyerdeck/contracts/builtInSitePack';
import { HostileSite } from './creatorSite/hostile/HostileSite.ts';
import { velvetPack } from './creatorSite/hostile/velvetPack.ts';
import { PlainSite } from './creatorSite/plain/PlainSite.ts';
import { accountsOf } from './creatorSite/SiteRecords.ts';
import { sha256 } from './creatorSite/SiteState.ts';
import { TEST_WAITS } from './ExtensionBrowser.ts';
import { ExtensionStory, expect, LUNA, type StorySite } from './extensionStory.ts';
import { test } from './product.ts';
import { publishSitePack } from './publishSitePack.ts';

// A product of its own: a pack of another test could choose these pages, and the other way round.
test.use({ settings: { LEASE_SECONDS: '118' } });

const ACCOUNTS = accountsOf(1);
const USERNAME = ACCOUNTS[0]?.username ?? '';
const LATER_HOURS = 40 * 24;
/** The extension waits for what is not on the page. */
const WAITS = { ...TEST_WAITS, siteSeconds: 8 };
const PATIENCE_MS = 150_000;

const packOf = async (name: string): Promise<SitePack> =>
  JSON.parse(await readFile(path.join(import.meta.dirname, `creatorSite/packs/${name}.json`), 'utf8'));

/** A post that a stand-in has. */
interface SeenPost {
  readonly text: string;
  readonly images: readonly (string | null)[];
  readonly scheduledFor: string | null;
  readonly expiresInDays: number | null;
}

/** Waits until every posting is completed. */
const untilCompleted = (story: ExtensionStory<StorySite>) =>
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
async function postTwo(story: ExtensionStory<StorySite>, posts: () => readonly SeenPost[], name: string) {
  const before = posts().length;
  const texts = [`Now in ${name}: free days ☀️\nwith "friends" <3 #party`, `Later in ${name}`] as const;
  const [image] = await story.queue([texts[0]]);
  const [laterImage] = await story.queue([texts[1]], { start_delay_hours: LATER_HOURS });
  await untilCompleted(story);
  const seen = posts()
    .slice(before)
    .sort((a, b) => b.text.length - a.text.length);
  const toTheMinute = (time: string) => new Date(Math.floor(Date.parse(time) / 60_000) * 60_000).toISOString();
  const scheduled = (await story.postings()).map(({ scheduled_for: at }) => at && toTheMinute(at));
  expect(seen).toEqual([
    { text: texts[0], images: [sha256(image as Buffer)], scheduledFor: null, expiresInDays: 1 },
    {
      text: texts[1],
      images: [sha256(laterImage as Buffer)],
      scheduledFor: expect.any(String),
      expiresInDays: 1,
    },
  ]);
  expect(scheduled).toContain(seen[1]?.scheduledFor);
}

/** The work of one linked page, which the next test's packs are not for. */
async function withPage<S extends StorySite>(
  story: ExtensionStory<S>,
  username: string,
  work: (story: ExtensionStory<S>) => Promise<void>,
) {
  test.setTimeout(600_000);
  try {
    await story.linkPage(username);
    await story.startPosting();
    await work(story);
    await story.person.call('DELETE', `/unlink_page/${(await story.page()).guid}`);
  } finally {
    await story.end();
  }
}

test('the extension posts on the classic site, and with a published pack on the element site, in each language', async ({
  product,
}) => {
  const story = await ExtensionStory.begin(product, { waits: WAITS });
  await withPage(story, LUNA.username, async ({ site }) => {
    const posts = () =>
      site.posts.map(({ text, imageSha256, scheduledFor, expiresInDays }) => ({
        text,
        images: [imageSha256],
        scheduledFor,
        expiresInDays,
      }));
    await test.step('classic', () => postTwo(story, posts, 'en'));
    Object.assign(site.switches, { kind: 'element' });
    await publishSitePack(product, { ...(await packOf('element')), version: BUILT_IN_SITE_PACK.version + 1 });
    for (const language of ['en', 'ru', 'es'] as const) {
      await test.step(language, async () => {
        site.switches.language = language;
        await postTwo(story, posts, language);
      });
    }
    expect(site.state.otherActions).toEqual([]);
    expect(new Set(site.posts.map(({ accountId }) => accountId))).toEqual(new Set([LUNA.id]));
  });
});

const NEW_SITES = {
  async plain() {
    const site = await PlainSite.start(ACCOUNTS);
    return { site, pack: await packOf('plain') };
  },
  async hostile() {
    const site = await HostileSite.start(ACCOUNTS);
    return { site, pack: velvetPack([], site.settings) };
  },
};

for (const [name, start] of Object.entries(NEW_SITES)) {
  test(`the extension posts at once and scheduled on the ${name} site, with a pack of its own`, async ({ product }) => {
    const { site, pack } = await start();
    const story = await ExtensionStory.at<PlainSite | HostileSite>(site, product, { waits: WAITS, pack });
    await withPage(story, USERNAME, () =>
      postTwo(
        story,
        () =>
          site.accepted.map(({ text, pictures, scheduledFor, expiresInDays }) => ({
            text,
            images: pictures,
            scheduledFor,
            expiresInDays,
          })),
        name,
      ),
    );
  });
}
