import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { Client } from 'pg';
import { zipExtension } from '../scripts/buildExtension.mjs';
import { accountsOf } from './creatorSite/SiteRecords.ts';
import { embeddedUrl } from './expireLease.ts';
import { browsersOf, residentMegabytes } from './processFacts.ts';
import { ADMIN_TELEGRAM_ID, expect, test } from './product.ts';
import { RunnerStory } from './RunnerStory.ts';
import { Person } from './spec/Person.ts';

const PAGES = Number(process.env.RUNNER_PAGES ?? 6);
const ASLEEP = Number(process.env.RUNNER_ASLEEP ?? 200);
const KILLS = Number(process.env.RUNNER_KILLS ?? 4);
const CUTS = Number(process.env.RUNNER_CUTS ?? 2);
const AWAY_SECONDS = Number(process.env.RUNNER_AWAY_SECONDS ?? 30);
/** For a runner that is stopped, or for a posting whose claim must end and that must then be looked for. */
const PATIENCE_MS = 300_000;
/** How long a runner uses the extension that it has before it asks for a newer one. */
const EXTENSION_CHECK_MS = 60_000;
const EXTENSION_ZIP = path.join(import.meta.dirname, '../dist/extension.zip');

test.setTimeout(3 * 3_600_000);

const seconds = (sinceMs: number) => (Date.now() - sinceMs) / 1000;
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const print = (line: string) => void process.stdout.write(`${line}\n`);
const pass = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The pages and what each text was queued for, once each; every profile has its own cookies and no other's. */
async function expectAllWell(story: RunnerStory, usernames: readonly string[]): Promise<void> {
  await story.untilAsleep(PATIENCE_MS);
  expect(new Set(story.posted).size).toBe(story.posted.length);
  expect(new Set((await story.pages()).map(({ health }) => health))).toEqual(new Set(['ok']));
  const found = await story.canaries();
  expect(found.map(({ canaries }) => canaries)).toEqual(found.map(({ username }) => [username]));
  expect(found.map(({ username }) => username).sort()).toEqual([...usernames].sort());
}

/** From the end of the call that queues a flyer, which sends the hint, to the post on the site. */
async function timeOfPost(story: RunnerStory, guid: string, text: string): Promise<number> {
  await story.queue(guid, text);
  const startedMs = Date.now();
  await expect.poll(() => story.posted, { timeout: PATIENCE_MS, intervals: [20] }).toContain(text);
  return seconds(startedMs);
}

/** Each page posts once; the texts begin with this word. */
async function postOnAll(story: RunnerStory, word: string): Promise<number[]> {
  const startedMs = Date.now();
  const ends: number[] = [];
  const pages = await story.pages();
  for (const { guid } of pages) await story.queue(guid, `${word} ${guid}`);
  const done = () => story.posted.filter((text) => text.startsWith(word)).length;
  while (ends.length < pages.length) {
    await expect.poll(done, { timeout: PATIENCE_MS, intervals: [100] }).toBeGreaterThan(ends.length);
    while (ends.length < done()) ends.push(seconds(startedMs));
  }
  await story.untilAsleep(PATIENCE_MS);
  return ends;
}

test('many pages are added in one go, wait asleep, take turns when all have work, and use a new extension for their next post', async () => {
  const accounts = accountsOf(PAGES);
  const built = await readFile(EXTENSION_ZIP);
  const story = await RunnerStory.begin({ accounts, idleSeconds: 20 });
  try {
    const addedMs = Date.now();
    await story.addPages(accounts);
    print(`${PAGES} pages added in ${seconds(addedMs)} s, one act each`);
    await story.untilAsleep();
    print(`the runner has ${await residentMegabytes(story.pid)} MB with ${PAGES} pages asleep`);
    await expect.poll(async () => (await story.pages()).every(({ is_active }) => is_active)).toBe(true);

    const admin = await Person.signIn(story.product.baseUrl, ADMIN_TELEGRAM_ID);
    await admin.call('POST', '/credits/admin/adjust-credits', {
      ...{ user_id: story.person.session.telegram_id, amount: 20 * PAGES },
      ...{ transaction_type: 'bonus', description: 'Fees' },
    });
    await story.person.call('POST', '/queue/start');
    const [cold, warm]: [number[], number[]] = [[], []];
    for (const { guid } of (await story.pages()).slice(0, 5)) {
      cold.push(await timeOfPost(story, guid, `Cold ${guid}`));
      // The report of the post, after which the page has no work.
      await expect.poll(() => story.statusesOf(guid), { timeout: PATIENCE_MS }).toEqual(['completed']);
      warm.push(await timeOfPost(story, guid, `Warm ${guid}`));
      await story.untilAsleep();
    }
    print(`hint to post, cold: ${cold.join(', ')} s; median ${median(cold)} s`);
    print(`hint to post, warm: ${warm.join(', ')} s; median ${median(warm)} s`);

    const ends = await postOnAll(story, 'Together');
    print(`${PAGES} pages at once with two browsers: ${ends.join(', ')} s`);

    const files = unzipSync(built);
    const manifest = JSON.parse(new TextDecoder().decode(files['manifest.json']));
    files['manifest.json'] = new TextEncoder().encode(JSON.stringify({ ...manifest, version: '9.9.9' }));
    await writeFile(EXTENSION_ZIP, zipExtension(files));
    await pass(EXTENSION_CHECK_MS);
    await postOnAll(story, 'Updated');
    const versions = (await story.pages()).map(({ extension_version }) => extension_version);
    print(`extensions after the next post: ${[...new Set(versions)].join(', ')}`);
    expect(new Set(versions)).toEqual(new Set(['9.9.9']));
    await expectAllWell(
      story,
      accounts.map(({ username }) => username),
    );
  } finally {
    await writeFile(EXTENSION_ZIP, built);
    await story.end();
  }
});

test('many pages asleep need no browser and one connection, and are shown as active', async () => {
  const story = await RunnerStory.begin({ accounts: accountsOf(1) });
  const database = new Client({ connectionString: process.env.DATABASE_URL || (await embeddedUrl(story.product)) });
  await database.connect();
  try {
    // As if so many people had logged in.
    await database.query(
      `WITH made AS (
         INSERT INTO pages (owner_id, creator_id, name, username, runner_id)
         SELECT r.owner_id, n::text, 'page' || n, 'page' || n, r.id FROM runners r, generate_series(1, $1) n RETURNING guid
       )
       INSERT INTO devices (secret_hash, linking_token_hash, token_expires_at, requested_page, extension_version, page_guid, bound_at)
       SELECT convert_to(guid::text, 'UTF8'), convert_to('t' || guid, 'UTF8'), now(), '{}', '1.0.0', guid, now() FROM made`,
      [ASLEEP],
    );
    await story.stop('SIGTERM');
    const file = path.join(story.folder, 'runner.json');
    const settings = JSON.parse(await readFile(file, 'utf8'));
    const pages = Array.from({ length: ASLEEP }, (_, n) => ({
      ...{ profile: `p${n + 1}`, creatorId: String(n + 1), username: `page${n + 1}` },
      ...{ wakeAtMs: null, wasAwake: false },
    }));
    await writeFile(file, JSON.stringify({ ...settings, pages }));
    await story.start();
    const isActive = async () => (await story.pages()).filter(({ is_active }) => is_active).length;
    await expect.poll(isActive, { timeout: PATIENCE_MS }).toBe(ASLEEP);
    await pass(EXTENSION_CHECK_MS);
    const facts = {
      megabytes: await residentMegabytes(story.pid),
      browsers: browsersOf(story.folder).length,
      connections: await story.liveConnections(),
      active: await isActive(),
      states: [...new Set(await story.states())].join(),
    };
    print(`${ASLEEP} pages asleep: ${JSON.stringify(facts)}`);
    expect(facts).toEqual({
      megabytes: expect.any(Number),
      browsers: 0,
      connections: { device: 0, runner: 1 },
      active: ASLEEP,
      states: 'asleep',
    });
    expect(facts.megabytes).toBeLessThan(200);
  } finally {
    await database.end();
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
        await expect.poll(() => story.states(), { timeout: 60_000 }).toContain('awake');
        // At another step of the post in each round.
        await pass((round * 8_000) / times + Math.random() * 1_500);
        const before = story.posted.filter((text) => texts.includes(text)).length;
        await kill();
        const killedMs = Date.now();
        if (what !== 'browser') await story.start();
        let retries = 0;
        const posted = async () => {
          retries += await story.retryNotPosted();
          return story.posted;
        };
        await expect.poll(posted, { timeout: PATIENCE_MS }).toEqual(expect.arrayContaining(texts));
        const how = `killed after ${before} of 2 posts, all posted ${seconds(killedMs)} s later`;
        print(`${what} ${round}: ${how}${retries > 0 ? `, ${retries} by Retry` : ''}`);
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

test('a server that is away for a while loses nothing, and nothing is posted twice', async () => {
  const accounts = accountsOf(2);
  const story = await RunnerStory.begin({ accounts, settings: { LEASE_SECONDS: '20' } });
  try {
    await story.addPages(accounts);
    await story.untilAsleep();
    await story.person.call('POST', '/queue/start');
    const pages = await story.pages();
    for (const { guid } of pages) for (const n of [1, 2, 3]) await story.queue(guid, `Away ${n} ${guid}`);
    await expect.poll(() => story.posted.length, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
    await story.product.killAndRestart(AWAY_SECONDS * 1000);
    const backMs = Date.now();
    const posted = async () => {
      await story.retryNotPosted();
      return story.posted.length;
    };
    await expect.poll(posted, { timeout: PATIENCE_MS }).toBe(6);
    print(`the server was away for ${AWAY_SECONDS} s; all posted ${seconds(backMs)} s after its return`);
    await expectAllWell(
      story,
      accounts.map(({ username }) => username),
    );
  } finally {
    await story.end();
  }
});

test('ending a runner closes its connection and those of its browsers, and its pages say so', async () => {
  const accounts = accountsOf(1);
  const story = await RunnerStory.begin({ accounts, idleSeconds: 60 });
  try {
    await story.addPages(accounts);
    await story.untilAsleep();
    await story.person.call('POST', '/queue/start');
    const [{ guid } = { guid: '' }] = await story.pages();
    await timeOfPost(story, guid, 'Last');
    await expect.poll(() => story.statusesOf(guid)).toEqual(['completed']);
    await expect.poll(() => story.liveConnections()).toEqual({ device: 1, runner: 1 });
    const { runners } = await story.person.call<{ runners: { id: string }[] }>('GET', '/runners');
    await story.person.call('DELETE', `/runners/${runners[0]?.id}`);
    const endedMs = Date.now();
    await expect.poll(() => story.liveConnections(), { intervals: [20] }).toEqual({ device: 0, runner: 0 });
    print(`both live connections closed ${seconds(endedMs)} s after the end`);
    expect(seconds(endedMs)).toBeLessThan(1);
    expect((await story.pages())[0]?.runner?.state).toBe('ended');
  } finally {
    await story.end();
  }
});
