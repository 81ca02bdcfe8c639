import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SitePack } from '@flyerdeck/contracts';
import { BUILT_IN_SITE_PACK } from '@flyerdeck/contracts/builtInSitePack';
import type { SiteKind } from './creatorSite/CreatorSite.ts';
import { sha256 } from './creatorSite/SiteState.ts';
import type { Language } from './creatorSite/words.ts';
import { TEST_WAITS } from './ExtensionBrowser.ts';
import { ExtensionStory, expect, LUNA } from './extensionStory.ts';
import { test } from './product.ts';
import { publishSitePack } from './publishSitePack.ts';

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

async function packFor(kind: SiteKind): Promise<SitePack> {
  const json = await readFile(path.join(import.meta.dirname, `creatorSite/packs/${kind}.json`), 'utf8');
  latest += 1;
  return { ...JSON.parse(json), version: latest };
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

/** The work of one linked page, which the next test's packs are not for. */
async function withPage(
  product: Parameters<typeof ExtensionStory.begin>[0],
  work: (story: ExtensionStory) => Promise<void>,
) {
  test.setTimeout(600_000);
  const story = await ExtensionStory.begin(product, { waits: WAITS });
  try {
    await story.linkPage();
    await work(story);
    expect(story.site.state.otherActions).toEqual([]);
    await story.person.call('DELETE', `/unlink_page/${(await story.page()).guid}`);
  } finally {
    await story.end();
  }
}

for (const kind of KINDS) {
  test(`the pack of the ${kind} site posts at once and scheduled, in each language`, ({ product }) =>
    withPage(product, async (story) => {
      Object.assign(story.site.switches, { kind });
      await publishSitePack(product, await packFor(kind));
      await story.startPosting();
      for (const language of LANGUAGES) {
        await test.step(language, async () => {
          story.site.switches.language = language;
          await postTwo(story, language);
        });
      }
    }));
}
