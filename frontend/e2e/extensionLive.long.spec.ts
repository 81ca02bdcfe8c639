import { expect, test } from './extensionStory.ts';

/** Longest time until an alarm wakes the worker on a busy machine. */
const WOKEN_MS = 60_000;

test('the worker is killed while it is connected: the next alarm connects it again, and it gets hints', async ({
  story,
}) => {
  await story.linkPage();
  await story.queue(['After the worker was killed']);
  await story.browser.killWorker();
  await story.person.call('POST', '/queue/start');
  await story.waitForPosting({ status: 'completed' }, WOKEN_MS);
  expect(story.site.accepted).toHaveLength(1);
});

test('without a connection the extension polls as before, and connects again when it can', async ({ story }) => {
  const channel = story.proxy.cutLiveChannel();
  await story.linkPage();
  await story.queue(['Polled']);
  await story.person.call('POST', '/queue/start');
  await story.waitForPosting({ status: 'completed' }, WOKEN_MS);
  channel.restore();
  await expect.poll(() => story.proxy.liveConnections, { timeout: WOKEN_MS }).toBe(1);
});
