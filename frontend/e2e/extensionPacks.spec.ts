import type { SitePack } from '@flyerdeck/contracts';
import { BUILT_IN_SITE_PACK } from '@flyerdeck/contracts/builtInSitePack';
import { TEST_WAITS } from './ExtensionBrowser.ts';
import { ExtensionStory, expect } from './extensionStory.ts';
import { ADMIN_TELEGRAM_ID, test } from './product.ts';
import { Person } from './spec/Person.ts';

// A product of its own: a pack of another test could choose these pages, and the other way round.
test.use({ settings: { LEASE_SECONDS: '119' } });

/** A pack that finds the post button by this test id, as the stand-in's changed markup has it. */
const packWith = (version: number, testId: string): SitePack => ({
  ...BUILT_IN_SITE_PACK,
  version,
  composer: { ...BUILT_IN_SITE_PACK.composer, submit: { ...BUILT_IN_SITE_PACK.composer.submit, button: [{ testId }] } },
});

test('the site changes: a page waits without a failed posting, and posts again with a published pack; a bad pack changes nothing', async ({
  product,
}) => {
  // The extension waits for what is not on the page.
  const story = await ExtensionStory.begin(product, { waits: { ...TEST_WAITS, siteSeconds: 4 } });
  const admin = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
  const publish = async (pack: SitePack) => {
    await admin.call('POST', '/admin/site-packs', { text: JSON.stringify(pack) });
    await admin.call('POST', `/admin/site-packs/${pack.version}/approve`);
  };
  try {
    story.site.switches.markup = 'changed';
    await story.linkPage();
    await story.queue(['A flyer']);
    await story.startPosting();
    await story.waitForPosting({ status: 'pending', wait_reason: 'site_changed' });
    const popup = await story.browser.openPopup();
    await expect(popup.getByRole('status').filter({ hasText: 'the site may have changed' })).toBeVisible();

    const next = BUILT_IN_SITE_PACK.version + 1;
    await publish(packWith(next, 'publish'));
    await story.waitForPosting({ status: 'completed' }, 90_000);
    await expect(popup.getByText(`Version ${next}`, { exact: true })).toBeVisible();

    await publish(packWith(next + 1, 'missing'));
    const refused = `Version ${next}; version ${next + 1} does not fit the site`;
    await expect(popup.getByText(refused, { exact: true })).toBeVisible({ timeout: 120_000 });
    await story.queue(['Another flyer']);
    await expect
      .poll(async () => (await story.postings()).map(({ status }) => status), { timeout: 90_000 })
      .toEqual(['completed', 'completed']);
    expect(story.site.accepted).toHaveLength(2);
  } finally {
    await story.end();
  }
});
