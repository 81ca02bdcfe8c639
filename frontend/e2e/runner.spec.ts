import { accountsOf } from './creatorSite/SiteRecords.ts';
import { queueFlyers } from './extensionStory.ts';
import { flyerJpeg } from './flyerJpeg.ts';
import { expect, test } from './product.ts';
import { RunnerStory } from './RunnerStory.ts';

test.setTimeout(300_000);

test('pages are added by a login each, sleep, are woken for a post, and post once', async () => {
  const accounts = accountsOf(2);
  const story = await RunnerStory.begin(accounts);
  try {
    await story.addPages(accounts);
    await expect.poll(() => story.status().pages.map(({ state }) => state)).toEqual(['asleep', 'asleep']);
    await expect.poll(async () => (await story.pages()).map(({ is_active }) => is_active)).toEqual([true, true]);
    const [page] = await story.pages();
    expect(page?.runner).toEqual({ host_name: expect.any(String), state: 'asleep' });
    await queueFlyers(story.person, page?.guid ?? '', [{ text: 'Woken', image: await flyerJpeg(40) }]);
    const startedMs = Date.now();
    await story.person.call('POST', '/queue/start');
    await expect
      .poll(
        () =>
          story
            .status()
            .pages.map(({ state }) => state)
            .sort(),
        { intervals: [100] },
      )
      .toEqual(['asleep', 'awake']);
    await expect.poll(() => story.site.accepted.length, { timeout: 120_000 }).toBe(1);
    process.stdout.write(`posted after ${(Date.now() - startedMs) / 1000} s\n`);
    await expect
      .poll(() => story.status().pages.map(({ state }) => state), { timeout: 60_000 })
      .toEqual(['asleep', 'asleep']);
    expect(story.site.accepted.length).toBe(1);
  } finally {
    await story.end();
  }
});
