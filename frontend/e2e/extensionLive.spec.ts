import { TEST_WAITS } from './ExtensionBrowser.ts';
import { expect, test } from './extensionStory.ts';

/** Longest time until an alarm wakes the worker on a busy machine. */
const WOKEN_MS = 60_000;

// Alarms are too rare to explain the post.
test.use({ waits: { ...TEST_WAITS, alarmSeconds: 3_600 } });

test('a hint makes the extension post when posting is started in another browser', async ({ story }) => {
  await story.linkPage();
  await story.queue(['Hinted']);
  await story.browser.untilIdle();
  const startedAt = performance.now();
  await story.person.call('POST', '/queue/start');
  await expect.poll(() => story.site.accepted.length, { intervals: [50], timeout: WOKEN_MS }).toBe(1);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  // It is under 5 s on a quiet machine.
  process.stdout.write(`Start Posting to the post on the site: ${seconds} s\n`);
});
