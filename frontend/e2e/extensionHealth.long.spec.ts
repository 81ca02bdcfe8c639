import { Device } from './device.ts';
import { TEST_WAITS } from './ExtensionBrowser.ts';
import { expect, LUNA, test } from './extensionStory.ts';

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
