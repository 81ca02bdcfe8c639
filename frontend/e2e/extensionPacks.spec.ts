import type { SitePack } from '@flyerdeck/contracts';
import { NO_SITE_PACK } from '@flyerdeck/contracts/sitePacks.values';
import { TEST_WAITS } from './ExtensionBrowser.ts';
import { expect, test } from './extensionStory.ts';
import { ADMIN_TELEGRAM_ID } from './product.ts';
import { publishPack, STAND_IN_PACK } from './publishedPacks.ts';
import { Person } from './spec/Person.ts';

// A product of its own: it has no site pack at first. The extension waits for what is not on the page.
test.use({ settings: { LEASE_SECONDS: '119' }, waits: { ...TEST_WAITS, siteSeconds: 10 }, pack: null });

/** A pack that finds the post button by this test id, as the stand-in's changed markup has it. */
const packWith = (version: number, testId: string): SitePack => ({
  ...STAND_IN_PACK,
  version,
  steps: STAND_IN_PACK.steps.map((step) => (step.do === 'publish' ? { ...step, button: [{ testId }] } : step)),
});

test('a fresh installation says that it has no pack. When the site changes, a page waits with its reason and posts again with a published pack; one that does not fit changes nothing', async ({
  story,
  product,
}) => {
  const { person, site, browser } = story;
  const popup = await browser.openPopup();
  await expect(popup.getByText(NO_SITE_PACK)).toBeVisible();
  await publishPack(product.baseUrl, STAND_IN_PACK);
  await story.linkPage();
  await popup.reload();

  site.switches.markup = 'changed';
  await story.queue(['A flyer']);
  await story.closeWorkTab();
  // The pack fitted before: the first post shows that it does not any more. It fails before the press.
  await story.startPosting();
  const reason = 'Site pack 1 does not find the post button (step 6) on the creator site.';
  await expect(popup.getByRole('status').filter({ hasText: reason })).toBeVisible();
  const card = await story.openProduct();
  await expect(card.getByRole('article', { name: 'Luna Star' })).toContainText(reason);
  await card.close();

  await publishPack(product.baseUrl, packWith(2, 'publish'));
  await expect(popup.getByText('Version 2', { exact: true })).toBeVisible();
  await story.queue(['Another flyer']);
  await expect.poll(() => site.accepted.map(({ text }) => text)).toEqual(['Another flyer']);

  await publishPack(product.baseUrl, packWith(3, 'missing'), person);
  const refused = 'Version 2 Site pack 3 does not find the post button';
  await expect(popup.getByText(refused)).toBeVisible();
  await story.queue(['A third flyer']);
  await expect.poll(() => site.accepted.length).toBe(2);

  const admin = await Person.signIn(product.baseUrl, ADMIN_TELEGRAM_ID);
  const telegram_id = person.session.telegram_id;
  await admin.call('POST', '/admin/site-packs/undo', { version: 3, telegram_id });
  await expect(popup.getByText('Version 2', { exact: true })).toBeVisible();
});
