import { TEST_WAITS } from './ExtensionBrowser.ts';
import { expect, test } from './extensionStory.ts';

// Alarms are too rare to explain the post.
test.use({ waits: { ...TEST_WAITS, alarmSeconds: 3_600 } });

test('a hint makes the extension post when posting is started in another browser', async ({ story }) => {
  await story.linkPage();
  await story.queue(['Hinted']);
  await story.browser.untilIdle();
  await story.person.call('POST', '/queue/start');
  await expect.poll(() => story.site.accepted.length).toBe(1);
});
