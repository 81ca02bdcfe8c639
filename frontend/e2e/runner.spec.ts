import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { accountsOf } from './creatorSite/SiteRecords.ts';
import { expect, test } from './product.ts';
import { RunnerStory } from './RunnerStory.ts';

test.setTimeout(300_000);

test('a page of a site that takes only real clicks is added by a login, sleeps, is woken for a post, posts once, and stops when its runner is ended', async () => {
  const accounts = accountsOf(1);
  const story = await RunnerStory.begin({ accounts, hostile: ['trusted-only', 'confirm'] });
  try {
    await story.addPages(accounts);
    await story.untilAsleep();
    await expect
      .poll(async () => (await story.pages())[0])
      .toMatchObject({ is_active: true, runner: { state: 'asleep' } });
    const [{ guid } = { guid: '' }] = await story.pages();

    const second = story.spawn();
    const [[status], message] = await Promise.all([once(second, 'exit'), text(second.stderr as never)]);
    expect([status, message]).toEqual([1, expect.stringContaining('this runner runs already')]);

    await story.queue(guid, 'Woken');
    await story.person.call('POST', '/queue/start');
    await expect.poll(() => story.posted, { timeout: 120_000 }).toEqual(['Woken']);
    await story.untilAsleep();
    expect(story.posted).toEqual(['Woken']);

    const [{ id } = { id: '' }] = (await story.person.call<{ runners: { id: string }[] }>('GET', '/runners')).runners;
    await story.person.call('DELETE', `/runners/${id}`);
    await expect.poll(async () => (await story.status()).isConnected).toBe(false);
    expect((await story.pages())[0]?.runner?.state).toBe('ended');
  } finally {
    await story.end();
  }
});
