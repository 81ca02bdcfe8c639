import { execFileSync, spawnSync } from 'node:child_process';
import { accountsOf } from './creatorSite/SiteRecords.ts';
import { expect, test } from './product.ts';
import { RunnerStory } from './RunnerStory.ts';

const PAGES = Number(process.env.RUNNER_PAGES ?? 6);
const KILLS = Number(process.env.RUNNER_KILLS ?? 4);
const CUTS = Number(process.env.RUNNER_CUTS ?? 2);

test.setTimeout(3_600_000);

const seconds = (sinceMs: number) => (Date.now() - sinceMs) / 1000;
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Kills the browsers of this folder. */
function killBrowsers(folder: string): void {
  const { stdout } = spawnSync('pgrep', ['-f', '--', `--user-data-dir=${folder}`], { encoding: 'utf8' });
  for (const pid of stdout.split('\n').filter(Boolean)) {
    // One of them may end with another.
    spawnSync('kill', ['-9', pid]);
  }
}

test('many pages are added in one go, wait asleep, and take turns when all have work', async () => {
  const accounts = accountsOf(PAGES);
  const story = await RunnerStory.begin({ accounts, idleSeconds: 20 });
  try {
    const addedMs = Date.now();
    await story.addPages(accounts);
    print(`${PAGES} pages added in ${seconds(addedMs)} s, one act each`);
    await story.untilAsleep();
    const rss = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(story.pid)], { encoding: 'utf8' })) / 1024;
    print(`the runner has ${Math.round(rss)} MB with ${PAGES} pages asleep`);
    expect(rss).toBeLessThan(200);
    await expect.poll(async () => (await story.pages()).every(({ is_active }) => is_active)).toBe(true);

    await story.person.call('POST', '/queue/start');
    const cold: number[] = [];
    const pages = await story.pages();
    for (const { guid } of pages.slice(0, 5)) {
      const startedMs = Date.now();
      await story.queue(guid, `Cold ${guid}`);
      await expect.poll(() => story.posted, { timeout: 120_000, intervals: [100] }).toContain(`Cold ${guid}`);
      cold.push(seconds(startedMs));
      await story.untilAsleep();
    }
    print(`cold, from the queue to the post: ${cold.join(', ')} s; median ${median(cold)} s`);

    const startedMs = Date.now();
    const ends: number[] = [];
    for (const { guid } of pages) await story.queue(guid, `Together ${guid}`);
    for (let done = 0; done < pages.length; ) {
      await expect
        .poll(() => story.posted.filter((text) => text.startsWith('Together')).length, { timeout: 300_000 })
        .toBeGreaterThan(done);
      for (; done < story.posted.filter((text) => text.startsWith('Together')).length; done++)
        ends.push(seconds(startedMs));
    }
    print(`${pages.length} pages at once with two browsers: ${ends.join(', ')} s`);
    await story.untilAsleep(300_000);
    expect(new Set(story.posted).size).toBe(story.posted.length);
  } finally {
    await story.end();
  }
});

test('kill -9 of the browser, of the runner, and of both at any time: posted once each, and every login is still there', async () => {
  const accounts = accountsOf(2);
  const story = await RunnerStory.begin({ accounts, settings: { LEASE_SECONDS: '20' } });
  try {
    await story.addPages(accounts);
    await story.untilAsleep();
    await story.person.call('POST', '/queue/start');
    const pages = await story.pages();
    const kills = {
      browser: () => killBrowsers(story.folder),
      runner: () => story.stop('SIGKILL'),
      both: async () => {
        await story.stop('SIGKILL');
        killBrowsers(story.folder);
      },
    };
    for (const [what, kill] of Object.entries(kills)) {
      const times = what === 'both' ? CUTS : KILLS;
      for (let round = 0; round < times; round++) {
        const texts = pages.map(({ guid }) => `${what} ${round} ${guid}`);
        for (const [index, { guid }] of pages.entries()) await story.queue(guid, texts[index] ?? '');
        await expect.poll(() => story.states(), { timeout: 60_000 }).toContain('awake');
        // At another step of the post in each round.
        await new Promise((resolve) => setTimeout(resolve, (round * 8_000) / times + Math.random() * 1_500));
        await kill();
        if (what !== 'browser') await story.start();
        await expect.poll(() => story.posted, { timeout: 300_000 }).toEqual(expect.arrayContaining(texts));
      }
      print(`${what}: ${times} kills`);
    }
    await story.untilAsleep(300_000);
    expect(new Set(story.posted).size).toBe(story.posted.length);
    expect((await story.pages()).map(({ health }) => health)).toEqual(['ok', 'ok']);
  } finally {
    await story.end();
  }
});
