import { HostileSite } from './creatorSite/hostile/HostileSite.ts';
import { velvetPack } from './creatorSite/hostile/velvetPack.ts';
import { PlainSite } from './creatorSite/plain/PlainSite.ts';
import { accountsOf, sha256 } from './creatorSite/SiteRecords.ts';
import { TEST_WAITS } from './ExtensionBrowser.ts';
import { ExtensionStory, expect } from './extensionStory.ts';
import { test } from './product.ts';
import { readPack } from './publishedPacks.ts';

const ACCOUNTS = accountsOf(1);
const LATER_HOURS = 40 * 24;
/** The extension waits for what is not on the page. */
const WAITS = { ...TEST_WAITS, siteSeconds: 8 };
const PATIENCE_MS = 150_000;

const SITES = {
  async plain() {
    return { site: await PlainSite.start(ACCOUNTS), pack: readPack('plain') };
  },
  async hostile() {
    const site = await HostileSite.start(ACCOUNTS);
    return { site, pack: velvetPack([], site.settings) };
  },
};

const toTheMinute = (time: string) => new Date(Math.floor(Date.parse(time) / 60_000) * 60_000).toISOString();

for (const [name, start] of Object.entries(SITES)) {
  test(`the extension posts at once and scheduled on the ${name} site, with a pack of its own`, async ({ product }) => {
    test.setTimeout(600_000);
    const { site, pack } = await start();
    const story = await ExtensionStory.at<PlainSite | HostileSite>(site, product, { waits: WAITS, pack });
    try {
      await story.linkPage(ACCOUNTS[0]?.username);
      await story.startPosting();
      const texts = ['Now: free days ☀️\nwith "friends" <3 #party', 'Later'] as const;
      const [image] = await story.queue([texts[0]]);
      const [laterImage] = await story.queue([texts[1]], { start_delay_hours: LATER_HOURS });
      await expect
        .poll(async () => (await story.postings()).map(({ status, errorMessage }) => errorMessage ?? status), {
          timeout: PATIENCE_MS,
        })
        .toEqual(['completed', 'completed']);
      const scheduled = (await story.postings()).flatMap(({ scheduled_for: at }) => at ?? []).map(toTheMinute);
      expect([...site.accepted].sort((a, b) => b.text.length - a.text.length)).toMatchObject([
        { text: texts[0], pictures: [sha256(image as Buffer)], scheduledFor: null, expiresInDays: 1 },
        { text: texts[1], pictures: [sha256(laterImage as Buffer)], scheduledFor: scheduled[0], expiresInDays: 1 },
      ]);
    } finally {
      await story.end();
    }
  });
}
