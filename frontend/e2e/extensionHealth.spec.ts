import { EXTENSION_VERSION } from '@flyerdeck/contracts/values/extension';
import type { Worker } from '@playwright/test';
import { Device } from './device.ts';
import { TEST_WAITS } from './ExtensionBrowser.ts';
import { ExtensionStory, expect, LUNA, test } from './extensionStory.ts';

test('the popup and the page card say that the extension is outdated, and link to the new version', async ({
  product,
}) => {
  const story = await ExtensionStory.begin(product, { version: '0.9.0' });
  try {
    await story.linkPage();
    const popup = await story.browser.openPopup();
    await expect(popup.getByText('Version 0.9.0')).toBeVisible();
    await expect(popup.getByText('This version, 0.9.0, is outdated.')).toBeVisible();
    await expect(popup.getByRole('link', { name: `Get ${EXTENSION_VERSION}` })).toHaveAttribute(
      'href',
      `${story.proxy.url}/extension.zip`,
    );
    const page = await story.openProduct();
    const card = page.getByRole('article', { name: 'Luna Star' });
    await expect(card).toContainText('The extension, 0.9.0, is outdated.');
    await expect(card.getByRole('link', { name: `Get extension ${EXTENSION_VERSION}` })).toHaveAttribute(
      'href',
      '/extension.zip',
    );
  } finally {
    await story.end();
  }
});

test('a window that a person has closed is opened again, and the site draws in it', async ({ story }) => {
  await story.linkPage();
  await story.queue(['A flyer']);
  // With its last window, the browser would forget that the person is logged in.
  await story.browser.context.newPage();
  for (const tab of story.browser.workTabs()) await tab.close();
  await story.browser.untilIdle();
  await story.person.call('POST', '/queue/start');
  await story.waitForPosting({ status: 'completed' }, 90_000);
  const [tab, ...others] = story.browser.workTabs();
  expect(others).toEqual([]);
  const framesIn = (page: typeof tab) =>
    page?.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let frames = 0;
          const count = () => {
            frames += 1;
            if (frames < 30) requestAnimationFrame(count);
            else resolve(frames);
          };
          requestAnimationFrame(count);
          setTimeout(() => resolve(frames), 10_000);
        }),
    );
  expect(await framesIn(tab)).toBe(30);
});

test('the popup says when the limits of the page allow its next post', async ({ story }) => {
  await story.linkPage();
  const { guid } = await story.page();
  const limits = { max_posts_in_24_hours: 1, min_gap_minutes: null, hours: null };
  await story.person.call('POST', '/pages/bulk-limits', { guids: [guid], limits });
  await story.queue(['One', 'Two']);
  await story.startPosting();
  await expect
    .poll(async () => (await story.postings()).map(({ wait_reason }) => wait_reason), { timeout: 90_000 })
    .toContain('page_limit');
  const popup = await story.browser.openPopup();
  await expect(
    popup.getByText(/^The page's posting limits allow its next post on \w{3} \d+, \d{4} \d\d:\d\d\.$/),
  ).toBeVisible();
  expect(story.site.posts).toHaveLength(1);
});

test('a page that is unlinked while the form is being filled in posts nothing, and the popup says so', async ({
  story,
}) => {
  await story.linkPage();
  const { guid } = await story.page();
  const upload = story.site.holdAnswer('/api/uploads');
  await story.queue(['Too late']);
  await story.startPosting();
  await upload.arrived;
  await story.person.call('DELETE', `/unlink_page/${guid}`);
  const submitting = story.proxy.holdAnswer('/submitting');
  upload.release();
  // Its `submitting` is refused, so it does not post.
  await submitting.arrived;
  await delayHealthProblem(await story.browser.worker());
  submitting.release();
  await story.waitForPosting({ status: 'failed', errorMessage: 'The page was unlinked.' });
  const popup = await story.browser.openPopup();
  await expect(popup.getByText('The page was unlinked. Link it again to go on.')).toBeVisible();
  expect(story.site.posts).toHaveLength(0);
  // The message stays until the user continues.
  await popup.getByRole('button', { name: 'Get a linking token' }).click();
  await expect(popup.getByRole('textbox', { name: 'Linking token' })).toBeVisible();
  await expect(popup.getByText('The page was unlinked.')).toBeHidden();
});

test('the popup of a replaced browser says that it was replaced, and the new browser gets no posting before the user confirms', async ({
  story,
  product,
}) => {
  await story.linkPage();
  const other = await Device.requestLink(product.baseUrl, LUNA.name, null, LUNA.id);
  const link = (body: object) => story.person.call('POST', '/verify_linking', { token: other.linkingToken, ...body });
  await expect(link({})).rejects.toThrow('Another browser posts for this page now.');
  expect(await other.poll()).toMatchObject({ page: null, posting: null });

  await link({ confirm_replace: true });
  await story.wakeExtension();
  const popup = await story.browser.openPopup();
  await expect(popup.getByText('Another browser posts for this page now.')).toBeVisible();
  await expect(popup.getByText('Not linked')).toBeVisible();
  expect(await other.poll()).toMatchObject({ page: { linked: true } });
});

test('the extension creates its alarm again when Chrome has lost it', async ({ story }) => {
  await story.linkPage();
  const worker = await story.browser.worker();
  type Alarms = {
    chrome: { alarms: { clearAll(): Promise<boolean>; getAll(): Promise<{ periodInMinutes?: number }[]> } };
  };
  const alarms = () => worker.evaluate(() => (globalThis as unknown as Alarms).chrome.alarms.getAll());
  // An alarm that fires at this moment is created again, so this is repeated.
  const clearAlarms = () =>
    worker.evaluate(() => (globalThis as unknown as Alarms).chrome.alarms.clearAll()).then(alarms);
  await expect.poll(clearAlarms).toEqual([]);
  await story.wakeExtension();
  await expect.poll(alarms).toEqual([expect.objectContaining({ periodInMinutes: TEST_WAITS.alarmSeconds / 60 })]);
});

/**
 * Delays the storing of a health problem until the extension got two messages of a popup. A popup that is opened
 * meanwhile must not get a new token.
 */
const delayHealthProblem = (worker: Worker) =>
  worker.evaluate(() => {
    const { chrome } = globalThis as unknown as {
      chrome: {
        runtime: { onMessage: { addListener(listener: () => void): void } };
        storage: { local: { set(items: { status?: { problem: string | null } }): Promise<void> } };
      };
    };
    let messages = 0;
    const secondMessage = new Promise<void>((resolve) => {
      chrome.runtime.onMessage.addListener(() => {
        messages += 1;
        if (messages === 2) resolve();
      });
    });
    const { local } = chrome.storage;
    const set = local.set.bind(local);
    local.set = async (items) => {
      if (items.status?.problem) await secondMessage;
      await set(items);
    };
  });
