import type { SitePack } from '@flyerdeck/contracts';
import { BUILT_IN_SITE_PACK } from '@flyerdeck/contracts/builtInSitePack';
import { ExtensionStory, expect } from './extensionStory.ts';
import { test } from './product.ts';
import { publishSitePack } from './publishSitePack.ts';

// A product of its own: a pack of another test could choose these pages, and the other way round.
test.use({ settings: { LEASE_SECONDS: '119' } });

/** A pack that finds the post button by this test id, as the stand-in's changed markup has it. */
const packWith = (version: number, testId: string): SitePack => ({
  ...BUILT_IN_SITE_PACK,
  version,
  composer: { ...BUILT_IN_SITE_PACK.composer, submit: { ...BUILT_IN_SITE_PACK.composer.submit, button: [{ testId }] } },
});

test('the site changes: three browsers wait without a failed posting, and post again with a published pack; a bad pack changes nothing', async ({
  product,
}) => {
  test.setTimeout(300_000);
  const stories: ExtensionStory[] = [];
  try {
    for (let n = 0; n < 3; n++) {
      const story = await ExtensionStory.begin(product);
      stories.push(story);
      story.site.switches.markup = 'changed';
      await story.linkPage();
      await story.queue(['A flyer']);
      await story.startPosting();
      await story.waitForPosting({ status: 'pending', wait_reason: 'site_changed' });
    }
    const [first] = stories as [ExtensionStory];
    const waiting = await first.browser.openPopup();
    await expect(waiting.getByRole('status').filter({ hasText: 'the site may have changed' })).toBeVisible();
    await waiting.close();

    const next = BUILT_IN_SITE_PACK.version + 1;
    await publishSitePack(product, packWith(next, 'publish'));
    for (const story of stories) await story.waitForPosting({ status: 'completed' }, 90_000);
    expect(stories.map(({ site }) => site.posts.length)).toEqual([1, 1, 1]);
    const popup = await first.browser.openPopup();
    await expect(popup.getByText(`Version ${next}`, { exact: true })).toBeVisible();
    await popup.close();

    await publishSitePack(product, packWith(next + 1, 'missing'));
    for (const story of stories) await story.queue(['Another flyer']);
    for (const story of stories) {
      await expect.poll(() => story.site.posts.length, { timeout: 90_000 }).toBe(2);
      await expect
        .poll(async () => (await story.postings()).map(({ status }) => status), { timeout: 60_000 })
        .toEqual(['completed', 'completed']);
    }
  } finally {
    for (const story of stories) await story.end();
  }
});
