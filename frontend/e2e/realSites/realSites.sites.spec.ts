import { appendFile } from 'node:fs/promises';
import type { TaskPosting } from '@flyerdeck/contracts';
import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { TEST_WAITS } from '../ExtensionBrowser.ts';
import { ExtensionStory } from '../extensionStory.ts';
import { startProduct } from '../product.ts';
import { queueFlyers } from '../sampleAccount.ts';
import { Ghost } from './Ghost.ts';
import { MediaWiki } from './MediaWiki.ts';
import { linesOf, type RealSite, USERNAMES } from './RealSite.ts';
import { type RecordedPack, recordPack } from './recordPack.ts';
import { ALL_FAULTS, settleFault } from './siteFaults.ts';
import { type SiteFlyer, siteFlyers } from './siteFlyers.ts';
import { WordPress } from './WordPress.ts';

const FLYERS = Number(process.env.SITE_FLYERS ?? 20);
/** `SITE_FAULT=504` tries only the faults with this in their name. */
const FAULTS = ALL_FAULTS.filter(({ name }) => name.includes(process.env.SITE_FAULT ?? ''));
const MAX_QUESTIONS = 6;
const HOUR_MS = 3_600_000;

const SITES: Readonly<Record<string, () => Promise<RealSite>>> = {
  'WordPress with its block editor': () => WordPress.start('block'),
  'WordPress with the classic editor': () => WordPress.start('classic'),
  MediaWiki: () => MediaWiki.start(),
  Ghost: () => Ghost.start(),
};

/** `SITES_LOG=FILE` keeps the figures. */
const log = async (figures: object): Promise<void> => {
  if (process.env.SITES_LOG) await appendFile(process.env.SITES_LOG, `${JSON.stringify(figures)}\n`);
};

const withLink = ({ status, errorMessage, post_url: url }: TaskPosting) => errorMessage ?? (url ? 'live' : status);

/** Posts the flyers, and compares what the site then stores. */
async function postFlyers(story: ExtensionStory<RealSite>, flyers: readonly SiteFlyer[]): Promise<void> {
  const { guid } = await story.page();
  await queueFlyers(story.person, guid, flyers);
  await expect
    .poll(() => Promise.all(flyers.map(async ({ text }) => withLink(await story.postingOf(text)))), {
      timeout: HOUR_MS,
      intervals: [2_000],
    })
    .toEqual(flyers.map(() => 'live'));
  const stored = await story.site.storedPosts(USERNAMES[0]);
  for (const { text, type } of flyers) {
    const [post, ...others] = stored.filter((one) => one.text === linesOf(text));
    expect(post, `"${text}" is live: ${JSON.stringify(stored.map((one) => one.text))}`).toBeDefined();
    expect(others, `"${text}" is live once`).toEqual([]);
    const formats = await Promise.all((post?.images ?? []).map(formatOf));
    expect(formats, `"${text}" has its image`).toEqual([type]);
    const { post_url: url } = await story.postingOf(text);
    const { pathname, search } = new URL(url ?? '');
    expect(`${pathname}${search}`).toBe(post?.path);
  }
}

async function formatOf(address: string): Promise<string> {
  const answer = await fetch(address);
  return `image/${(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format}`;
}

for (const [name, start] of Object.entries(SITES)) {
  test.describe(name, () => {
    test.describe.configure({ mode: 'serial', timeout: HOUR_MS });
    let site: RealSite;
    let recorded: RecordedPack;
    let story: ExtensionStory<RealSite>;
    let product: Awaited<ReturnType<typeof startProduct>>;

    test('one post by hand makes a pack', async () => {
      site = await start();
      recorded = await recordPack(site);
      await log({ site: name, ...recorded });
      expect(recorded.questions).toBeLessThanOrEqual(MAX_QUESTIONS);
    });

    // Before the flyers: the first page of a feed must reach back some minutes, without other posts, to show that a post is absent.
    test('whatever goes wrong, nothing is posted twice, and no verdict is wrong', async () => {
      await site.letAnHourPass();
      product = await startProduct();
      story = await ExtensionStory.at(site, product, { waits: TEST_WAITS, pack: recorded.pack });
      await story.linkPage(USERNAMES[0]);
      await story.startPosting();
      for (const [n, fault] of FAULTS.entries()) {
        const result = await test.step(fault.name, () => settleFault(story, fault, `Fault ${n}: ${fault.name}`));
        await log({ site: name, ...result });
        expect.soft(result).toEqual({ fault: fault.name, times: 1, isPosted: true, wrong: 0 });
      }
    });

    test(`${FLYERS} of ${FLYERS} flyers are live once, with text, image and link`, async () => {
      await postFlyers(story, await siteFlyers(FLYERS));
    });

    test.afterAll(async () => {
      if (story) await story.end();
      else await site?.stop();
      await product?.stop();
    });
  });
}
