import { expect, test } from './extensionStory.ts';

/** Longest time until an alarm wakes the worker on a busy machine. */
const ALARM_MS = 60_000;
const UNCONFIRMED = {
  status: 'failed',
  error_code: 'unconfirmed',
  errorMessage: 'The page stopped responding while posting. Check the page before you retry: the post may be live.',
} as const;

test('the worker is killed before submitting: the next worker gets the same posting and posts it once', async ({
  story,
}) => {
  const upload = story.site.holdAnswer('/api/uploads');
  await story.linkPage();
  await story.queue(['Killed early']);
  await story.startPosting();
  await upload.arrived;
  await story.browser.killWorker();
  upload.release();
  await story.waitForPosting({ status: 'completed' }, ALARM_MS);
  expect(story.site.posts.map(({ text }) => text)).toEqual(['Killed early']);
});

test('the worker is killed while the site posts: the next worker reports what the page recorded', async ({ story }) => {
  const answer = story.site.holdAnswer('/api/posts');
  await story.linkPage();
  await story.queue(['Killed while posting']);
  await story.startPosting();
  await answer.arrived;
  await story.browser.killWorker();
  answer.release();
  await story.waitForPosting({ status: 'completed', retry_count: 0 }, ALARM_MS);
  expect(story.site.posts).toHaveLength(1);
});

test('the worker is killed between `submitting` and the press: the button is not pressed later', async ({ story }) => {
  const submitting = story.proxy.holdAnswer('/submitting');
  await story.linkPage();
  await story.queue(['Announced only']);
  await story.startPosting();
  await submitting.arrived;
  await story.browser.killWorker();
  submitting.release();
  await story.expireLease();
  await story.waitForPosting(UNCONFIRMED, ALARM_MS);
  // The worker starts again, polls, and does not post a second time.
  const worker = await story.browser.worker();
  expect(worker.url()).toContain('background.js');
  const { last_polled_at: before } = await story.page();
  await expect.poll(async () => (await story.page()).last_polled_at, { timeout: ALARM_MS }).not.toBe(before);
  expect(story.site.posts).toHaveLength(0);
});

test('the worker is killed before its report: the next worker reports', async ({ story }) => {
  const report = story.proxy.holdCall('/posted');
  await story.linkPage();
  await story.queue(['Unreported']);
  await story.startPosting();
  await report.arrived;
  await story.browser.killWorker();
  report.release();
  await story.waitForPosting({ status: 'completed' }, ALARM_MS);
  expect(story.site.posts).toHaveLength(1);
});
