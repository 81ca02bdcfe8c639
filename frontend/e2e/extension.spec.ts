import { EXTENSION_VERSION } from '@flyerdeck/contracts/extension.values';
import { sha256 } from './creatorSite/SiteRecords.ts';
import { expect, LUNA, test } from './extensionStory.ts';
import { linkSummary } from './linkForm.ts';

const HOUR_MS = 3_600_000;

test('a user links a page by its token, and three flyers are posted once each', async ({ story }) => {
  const { site, browser } = story;

  await test.step('the popup shows the page that the site shows, and its token', async () => {
    await story.logIn(LUNA);
    const popup = await browser.openPopup();
    await expect(popup.getByRole('heading', { name: 'Luna Star' })).toBeVisible();
    await expect(popup.getByText('@lunastar')).toBeVisible();
    await expect(popup.getByText('ID: 778812')).toBeVisible();
    await expect(popup.getByText('Not linked')).toBeVisible();
    await expect(popup.getByText(`Version ${EXTENSION_VERSION}`)).toBeVisible();
    await popup.getByRole('button', { name: 'Copy' }).click();
    await expect(popup.getByRole('button', { name: 'Copied' })).toBeVisible();
  });

  await test.step('the token is pasted into the product', async () => {
    const product = await story.openProduct();
    await product.getByRole('button', { name: 'Link OnlyFans Page' }).click();
    const dialog = product.getByRole('dialog', { name: 'Link OnlyFans Page' });
    await dialog.getByPlaceholder('Paste your linking token here').focus();
    await browser.context.grantPermissions(['clipboard-read']);
    await product.keyboard.press('ControlOrMeta+v');
    // A pasted token is described at once.
    await expect(linkSummary(dialog)).toContainText('Luna Star');
    await dialog.getByRole('button', { name: 'Link Page' }).click();
    const card = product.getByRole('article', { name: 'Luna Star' });
    await expect(card).toBeVisible();
    await expect(card).toContainText('ID: 778812');
  });

  const queuedAtMs = Date.now();
  const pictures = new Map<string, Buffer>();
  await test.step('three flyers are queued: one for now, one for later, one with a repeat', async () => {
    await expect.poll(async () => (await story.page()).is_active).toBe(true);
    for (const [text, rules] of [
      ['Now: three free days ☀️\nwith Luna & "friends" <3', {}],
      ['Later today', { start_delay_hours: 5 }],
      ['Twice', { duplication_time_hours: 40 * 24 }],
    ] as const) {
      const [picture] = await story.queue([text], rules);
      pictures.set(text, picture as Buffer);
    }
    await story.startPosting();
  });

  await test.step('the site has four posts with the exact bytes, and the product has a screenshot of each', async () => {
    await expect
      .poll(async () => (await story.postings()).map(({ status, errorMessage }) => errorMessage ?? status))
      .toEqual(['completed', 'completed', 'completed', 'completed']);
    const postings = await story.postings();
    expect(postings.every(({ picture_file_id: picture }) => picture !== null)).toBe(true);

    expect(site.accepted.map(({ text }) => text).sort()).toEqual([...pictures.keys(), 'Twice'].sort());
    for (const post of site.accepted) {
      expect(post.username).toBe(LUNA.username);
      expect(post.pictures).toEqual([sha256(pictures.get(post.text) as Buffer)]);
      expect(post.expiresInDays).toBe(1);
    }
    const hoursAhead = (text: string) =>
      site.accepted
        .filter((post) => post.text === text)
        .map(({ scheduledFor }) => scheduledFor && (Date.parse(scheduledFor) - queuedAtMs) / HOUR_MS);
    expect(hoursAhead(site.accepted[0]?.text ?? '')).toEqual([null]);
    const [later] = hoursAhead('Later today');
    expect(later).toBeGreaterThan(5 - 0.02);
    expect(later).toBeLessThan(5 + 0.1);
    const [original, repeat] = hoursAhead('Twice');
    expect(original).toBeNull();
    expect(repeat).toBeGreaterThan(960 - 0.02);
    expect(repeat).toBeLessThan(960 + 0.1);
    // Rounded to the minute, as on the screen.
    const scheduled = postings.flatMap(({ scheduled_for: at }) => at ?? []).map((at) => Date.parse(at));
    const shown = site.accepted.flatMap(({ scheduledFor: at }) => at ?? []).map((at) => Date.parse(at));
    expect(shown.sort()).toEqual(scheduled.map((at) => Math.floor(at / 60_000) * 60_000).sort());
  });

  await test.step('nothing more is posted, and the feed shows it', async () => {
    const feed = await browser.newPage();
    await feed.goto(site.origin);
    await expect(feed.locator('article.b-post')).toHaveCount(4);
    await expect(feed.getByText('Expires in 1 day')).toHaveCount(4);
    await expect(feed.getByText('Scheduled for')).toHaveCount(2);
    expect(site.otherActions).toEqual([]);
  });
});

test('a page is linked from the popup with one click, and polls at once', async ({ story }) => {
  await story.logIn(LUNA);
  await story.openProduct();
  const popup = await story.browser.openPopup();
  const opened = story.browser.context.waitForEvent('page');
  await popup.getByRole('button', { name: 'Link this page' }).click();
  const product = await opened;
  const dialog = product.getByRole('dialog', { name: 'Link OnlyFans Page' });
  await expect(dialog.getByPlaceholder('Paste your linking token here')).not.toHaveValue('');
  // The used token is removed from the address.
  await expect(product).toHaveURL(`${story.proxy.url}/?view=pages`);
  await expect(linkSummary(dialog)).toContainText('No browser posts for this page yet.');
  await expect(popup.getByText('Not linked')).toBeVisible();
  await dialog.getByRole('button', { name: 'Link Page' }).click();
  const card = product.getByRole('article', { name: 'Luna Star' });
  await expect(card.getByText('Active', { exact: true })).toBeVisible();
  await expect(popup.getByText('Linked', { exact: true })).toBeVisible();
  await expect(popup.getByText('less than a minute ago')).toBeVisible();
});
