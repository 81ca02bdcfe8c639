import { expect, type Page } from '@playwright/test';
import { sha256 } from '../../SiteRecords.ts';
import { type Check, expectPosted, postsHere, postsOnce, TEXT } from './onSite.ts';

/** Holds the next request until the returned function is called. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    pattern,
    async (route) => {
      await released;
      await route.continue();
    },
    { times: 1 },
  );
  return release;
}

const schedulesIn =
  (type: string): Check =>
  async (on) => {
    const now = new Date();
    const scheduledFor = new Date(now.getFullYear(), now.getMonth() + 2, 17, 14, 5);
    const wish = { text: TEXT, expiresInDays: 3, scheduledFor };
    await on.visitor.open('/compose');
    await expect(on.page.getByLabel('Publish at')).toHaveAttribute('type', type);
    await on.visitor.fill(wish);
    expect(await on.visitor.press()).toBe('scheduled');
    await expectPosted(on, wish);
  };

/** What the composer has and asks. */
export const COMPOSER_CHECKS = {
  'composer-no-address': async (on) => {
    await on.visitor.open('/compose');
    await expect(on.page.getByText('This page does not exist')).toBeVisible();
    await on.visitor.openComposer();
    await expect(on.page).toHaveURL(`${on.site.origin}/compose`);
    await postsHere(on);
  },
  'composer-modal': async (on) => {
    await on.visitor.open('/compose');
    await expect(on.page.locator('body > div > [role=dialog]').filter({ has: on.visitor.text })).toBeVisible();
    await on.visitor.button('Close').click();
    await expect(on.visitor.text).toBeHidden();
    await on.visitor.openComposer();
    await postsHere(on);
  },
  confirm: async (on) => {
    await on.visitor.open();
    await on.visitor.openComposer();
    await on.visitor.fill({ text: TEXT });
    await on.visitor.postButton.click();
    await on.visitor.button('No').click();
    expect(on.site.presses).toEqual([]);
    expect(await on.visitor.press()).toBe('live');
    await expectPosted(on, { text: TEXT });
  },
  'confirm-twice': async (on) => {
    await on.visitor.open();
    await on.visitor.openComposer();
    await on.visitor.fill({ text: TEXT });
    await on.visitor.postButton.click();
    await on.visitor.button('Yes').click();
    await on.visitor.button('Go back').click();
    expect(on.site.presses).toEqual([]);
    expect(await on.visitor.press()).toBe('live');
    await expectPosted(on, { text: TEXT });
  },

  'button-waits-for-upload': async (on) => {
    await on.visitor.open('/compose');
    const release = await hold(on.page, '**/api/media');
    await on.visitor.fill({ text: TEXT, image: on.image });
    await expect(on.visitor.postButton).toBeDisabled();
    release();
    expect(await on.visitor.press()).toBe('live');
    await expectPosted(on, { text: TEXT, image: on.image });
  },
  'slow-upload': async (on) => {
    await on.visitor.open('/compose');
    const release = await hold(on.page, '**/api/media');
    await on.visitor.fill({ text: TEXT, image: on.image });
    await expect(on.page.getByRole('progressbar')).toBeVisible();
    // A press before its end waits for the picture.
    await on.visitor.postButton.click();
    await expect(on.page.getByText('Publishing…')).toBeVisible();
    release();
    await expect(on.page.getByText('Your post is live')).toBeVisible();
    await expectPosted(on, { text: TEXT, image: on.image });
  },
  'upload-fails-once': async (on) => {
    await on.visitor.open();
    await on.visitor.openComposer();
    await on.visitor.fill({ text: TEXT });
    await on.page
      .getByTestId('composer-file')
      .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: on.image });
    await expect(on.page.getByText('Upload failed')).toBeVisible();
    await expect(on.visitor.postButton).toBeDisabled();
    await on.visitor.button('Try again').click();
    expect(await on.visitor.press()).toBe('live');
    await expectPosted(on, { text: TEXT, image: on.image });
  },

  'file-field-on-demand': async (on) => {
    await on.visitor.open('/compose');
    const field = on.page.locator('input[type=file]');
    await expect(field).toHaveCount(0);
    const chooser = on.page.waitForEvent('filechooser');
    await on.visitor.button('Add media').click();
    await chooser;
    await expect(field).toHaveCount(1);
    await postsHere(on);
  },
  'no-scheduler': async (on) => {
    await postsOnce(on);
    await on.visitor.openComposer();
    await expect(on.page.getByText(/Schedule|Publish at/)).toHaveCount(0);
    expect(on.site.refusalOf('creator001', { text: 'A', scheduledFor: '2099-01-01T00:00:00Z' })?.kind).toBe('invalid');
  },
  'schedule-datetime-local': schedulesIn('datetime-local'),
  'schedule-text': schedulesIn('text'),
  'no-expiry': async (on) => {
    await postsOnce(on);
    await on.visitor.openComposer();
    await expect(on.visitor.button('Expires')).toHaveCount(0);
    expect(on.site.refusalOf('creator001', { text: 'A', expiresInDays: 1 })?.kind).toBe('invalid');
  },
  'audience-select': async (on) => {
    await postsOnce(on);
    await on.visitor.openComposer();
    await on.visitor.fill({ text: 'For followers' });
    await on.page.getByLabel('Who can see this post').selectOption('Followers');
    await on.visitor.postButton.click();
    await expect.poll(() => on.site.accepted.at(1)).toMatchObject({ text: 'For followers', audience: 'followers' });
  },
  'price-field': async (on) => {
    await postsOnce(on);
    await on.visitor.openComposer();
    await on.visitor.fill({ text: 'Not free' });
    await on.page.getByLabel('Price in dollars').fill('Friday at 5');
    await on.visitor.postButton.click();
    await expect.poll(() => on.site.accepted.at(1)).toMatchObject({ text: 'Not free', price: 5 });
  },
  contenteditable: async (on) => {
    await on.visitor.open();
    await on.visitor.openComposer();
    await on.visitor.text.fill('By a person');
    await on.visitor.text.evaluate((editor) => {
      editor.textContent = 'By a script';
      editor.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expect(on.visitor.text).toHaveText('By a person');
    await postsHere(on);
  },
  'fresh-elements': async (on) => {
    await on.visitor.open('/compose');
    const former = [await on.visitor.text.elementHandle(), await on.visitor.postButton.elementHandle()];
    await on.visitor.text.click();
    await on.page.keyboard.type('cd');
    for (const element of former) expect(await element?.evaluate((node) => node.isConnected)).toBe(false);
    await on.page.keyboard.press('Home');
    await on.page.keyboard.type('ab');
    await expect(on.visitor.text).toHaveValue('abcd');
    await postsHere(on);
  },
  drafts: async (on) => {
    const { visitor, site, page, image } = on;
    await visitor.open();
    await visitor.openComposer();
    await visitor.fill({ text: 'Half written', image });
    await expect
      .poll(() => site.draftOf(visitor.username))
      .toEqual({ text: 'Half written', pictures: [sha256(image)] });
    await visitor.open('/compose');
    await expect(visitor.text).toHaveValue('Half written');
    // The old picture stays if a person does not look.
    await visitor.attach(image);
    await expect(page.getByRole('img', { name: 'Attachment' })).toHaveCount(2);
    expect(await visitor.press()).toBe('live');
    expect(site.accepted).toMatchObject([{ text: 'Half written', pictures: [sha256(image), sha256(image)] }]);
    expect(site.draftOf(visitor.username)).toEqual({ text: '', pictures: [] });
  },
} satisfies Record<string, Check>;
