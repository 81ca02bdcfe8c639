import { expect, test } from './extensionStory.ts';

/** Longest time until an alarm wakes the worker on a busy machine. */
const ALARM_MS = 60_000;

test('the browser is killed before submitting: restarted with its profile, it posts once', async ({ story }) => {
  const upload = story.site.holdAnswer('/api/uploads');
  await story.linkPage();
  await story.queue(['Browser gone early']);
  await story.startPosting();
  await upload.arrived;
  await story.killBrowser();
  upload.release();
  // Its lease has not ended, so it gets the same posting again.
  await story.wakeExtension();
  await story.waitForPosting({ status: 'completed' }, ALARM_MS);
  expect(story.site.posts).toHaveLength(1);
});

test('the browser is killed while the site posts: the posting is unconfirmed and not repeated', async ({ story }) => {
  const answer = story.site.holdAnswer('/api/posts');
  await story.linkPage();
  await story.queue(['Browser gone while posting']);
  await story.startPosting();
  await answer.arrived;
  await story.killBrowser();
  answer.release();
  await story.expireLease();
  await story.waitForPosting({ status: 'failed', error_code: 'unconfirmed' }, ALARM_MS);
  // The page continues with the next flyer. The unconfirmed posting does not change.
  await story.queue(['The next one']);
  await story.wakeExtension();
  await expect
    .poll(() => story.site.posts.map(({ text }) => text), { timeout: ALARM_MS })
    .toEqual(['Browser gone while posting', 'The next one']);
});

test('the browser is killed before its report: the restarted browser reports', async ({ story }) => {
  const report = story.proxy.holdCall('/posted');
  await story.linkPage();
  await story.queue(['Browser gone before the report']);
  await story.startPosting();
  await report.arrived;
  await story.killBrowser();
  report.release();
  await story.waitForPosting({ status: 'completed' }, ALARM_MS);
  expect(story.site.posts).toHaveLength(1);
});
