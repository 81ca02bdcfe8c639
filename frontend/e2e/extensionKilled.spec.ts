import { expect, test } from './extensionStory.ts';

// `npm run drill -- proof` kills them at each step.
test('the worker or the browser is killed while the site posts, before submitting or before its report: each flyer is posted once', async ({
  story,
}) => {
  await story.linkPage();
  await story.startPosting();
  const { browser, proxy, site } = story;
  const postAndKill = async (text: string, held: ReturnType<typeof proxy.holdCall>, kill: () => Promise<void>) => {
    await story.queue([text]);
    await held.arrived;
    await kill();
    held.release();
    await expect.poll(() => story.postingOf(text)).toMatchObject({ status: 'completed', retry_count: 0 });
  };
  await postAndKill('While the site posts', site.holdAnswer('/api/posts'), () => browser.killWorker());
  await postAndKill('Before submitting', site.holdAnswer('/api/uploads'), () => browser.killWorker());
  await postAndKill('Before the report', proxy.holdCall('/posted'), () => story.killBrowser());
  expect(site.accepted.map(({ text }) => text)).toEqual([
    'While the site posts',
    'Before submitting',
    'Before the report',
  ]);
});
