import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { zipExtension } from '../scripts/buildExtension.mjs';
import { accountsOf } from './creatorSite/SiteRecords.ts';
import { ADMIN_TELEGRAM_ID, expect, test } from './product.ts';
import { RunnerStory } from './RunnerStory.ts';
import { Person } from './spec/Person.ts';

const PAGES = Number(process.env.RUNNER_PAGES ?? 6);
const KILLS = Number(process.env.RUNNER_KILLS ?? 4);
const CUTS = Number(process.env.RUNNER_CUTS ?? 2);
const EXTENSION_ZIP = path.join(import.meta.dirname, '../dist/extension.zip');

// Each posting has minutes.
test.setTimeout(3 * 3_600_000);

/** Main processes and helpers of the browsers whose profiles are in this folder. */
function browsersOf(folder: string): number[] {
  const { stdout } = spawnSync('pgrep', ['-f', '--', `--user-data-dir=${folder}`], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}

const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The pages and what each text was queued for, once each; every profile has its own cookies and no other's. */
async function expectAllWell(story: RunnerStory, usernames: readonly string[]): Promise<void> {
  await story.untilAsleep();
  expect(new Set(story.posted).size).toBe(story.posted.length);
  expect(new Set((await story.pages()).map(({ health }) => health))).toEqual(new Set(['ok']));
  const found = await story.canaries();
  expect(found.map(({ canaries }) => canaries)).toEqual(found.map(({ username }) => [username]));
  expect(found.map(({ username }) => username).sort()).toEqual([...usernames].sort());
}

/** Each page posts once; the texts begin with this word. */
async function postOnAll(story: RunnerStory, word: string): Promise<void> {
  const texts = (await story.pages()).map(({ guid }) => ({ guid, text: `${word} ${guid}` }));
  for (const { guid, text } of texts) await story.queue(guid, text);
  await expect.poll(() => story.posted).toEqual(expect.arrayContaining(texts.map(({ text }) => text)));
  await story.untilAsleep();
}

test('many pages are added in one go, wait asleep, take turns when all have work, and use a new extension for their next post', async () => {
  const accounts = accountsOf(PAGES);
  const built = await readFile(EXTENSION_ZIP);
  const story = await RunnerStory.begin({ accounts, idleSeconds: 20 });
  try {
    await story.addPages(accounts);
    await story.untilAsleep();
    await expect.poll(async () => (await story.pages()).every(({ is_active }) => is_active)).toBe(true);

    const admin = await Person.signIn(story.product.baseUrl, ADMIN_TELEGRAM_ID);
    await admin.call('POST', '/credits/admin/adjust-credits', {
      ...{ user_id: story.person.session.telegram_id, amount: 20 * PAGES },
      ...{ transaction_type: 'bonus', description: 'Fees' },
    });
    await story.person.call('POST', '/queue/start');
    await postOnAll(story, 'Together');

    const files = unzipSync(built);
    const manifest = JSON.parse(new TextDecoder().decode(files['manifest.json']));
    files['manifest.json'] = new TextEncoder().encode(JSON.stringify({ ...manifest, version: '9.9.9' }));
    await writeFile(EXTENSION_ZIP, zipExtension(files));
    // A runner looks for a newer extension a minute after it has looked.
    const versions = async () => {
      await postOnAll(story, `Updated ${story.posted.length}`);
      return new Set((await story.pages()).map(({ extension_version }) => extension_version));
    };
    await expect.poll(versions).toEqual(new Set(['9.9.9']));
    await expectAllWell(
      story,
      accounts.map(({ username }) => username),
    );
  } finally {
    await writeFile(EXTENSION_ZIP, built);
    await story.end();
  }
});

test('kill -9 of the browser, of the runner, and of both at any time: posted once each, and every login is still there', async () => {
  const accounts = accountsOf(2);
  const story = await RunnerStory.begin({ accounts, settings: { LEASE_SECONDS: '60' } });
  try {
    await story.addPages(accounts);
    await story.untilAsleep();
    await story.person.call('POST', '/queue/start');
    const pages = await story.pages();
    const killBrowsers = () => {
      for (const pid of browsersOf(story.folder)) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended with another one.
        }
      }
    };
    const kills = {
      browser: killBrowsers,
      runner: () => story.stop('SIGKILL'),
      both: async () => {
        await story.stop('SIGKILL');
        killBrowsers();
      },
    };
    for (const [what, kill] of Object.entries(kills)) {
      const times = what === 'both' ? CUTS : KILLS;
      for (let round = 0; round < times; round++) {
        const texts = pages.map(({ guid }) => `${what} ${round} ${guid}`);
        for (const [index, { guid }] of pages.entries()) await story.queue(guid, texts[index] ?? '');
        await expect.poll(() => story.states()).toContain('awake');
        // At another step of the post in each round.
        await pass((round * 8_000) / times + Math.random() * 1_500);
        await kill();
        if (what !== 'browser') await story.start();
        const posted = async () => {
          await story.retryNotPosted();
          return story.posted;
        };
        await expect.poll(posted).toEqual(expect.arrayContaining(texts));
      }
    }
    await expectAllWell(
      story,
      accounts.map(({ username }) => username),
    );
  } finally {
    await story.end();
  }
});
