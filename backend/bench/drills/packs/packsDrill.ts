import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { BUILT_IN_SITE_PACK, SITE_PACK_CANARY_PAGES, SITE_PACK_OWNERS, type SitePack } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import { brokenRules, prepareAccounts, STILL_OPEN, wrongPresses } from '../accounts.ts';
import type { Drill, DrillOutcome, DrillSize } from '../drill.ts';
import { ENDING, LOADER } from '../drillNode.ts';
import { fillDrill } from '../fillDrill.ts';
import { Installation } from '../installation.ts';
import { downloadExtension, ExtensionDevice } from './ExtensionDevice.ts';
import { packFor, StandInSite } from './standInSite.ts';

const SIZES = {
  full: { users: 5, pagesEach: 10, flyers: 20, credits: 100_000, withinMs: 180_000, quietMs: 10_000 },
  short: { users: 3, pagesEach: 4, flyers: 20, credits: 10_000, withinMs: 90_000, quietMs: 2_000 },
} as const;
const COMMAND = join(import.meta.dirname, `../../../src/commands/sitePackCommand${ENDING}`);

const GOOD = BUILT_IN_SITE_PACK.version + 1;
const BAD = GOOD + 1;

async function publish({ folder, databaseUrl }: Installation, pack: SitePack): Promise<void> {
  const file = join(folder, `pack-${pack.version}.json`);
  await writeFile(file, JSON.stringify(pack));
  await promisify(execFile)(process.execPath, [COMMAND, 'publish', file], {
    env: { ...process.env, DATABASE_URL: databaseUrl, NODE_OPTIONS: LOADER },
  });
}

async function countOf(pool: Pool, sql: string): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(sql);
  return Number(rows[0]?.count);
}
const failed = (pool: Pool) => countOf(pool, "SELECT count(*) FROM page_postings WHERE status = 'failed'");
const handedOut = (pool: Pool) => countOf(pool, 'SELECT sum(posting_visits) AS count FROM page_postings');

const stopPosting = (pool: Pool) => pool.query('UPDATE users SET is_posting_active = false');
async function startPosting(pool: Pool): Promise<void> {
  await pool.query('UPDATE users SET is_posting_active = true');
  await pool.query(
    `SELECT pg_notify('flyerdeck_hints', json_agg(json_build_object('kind', 'work', 'owner', id))::text) FROM users`,
  );
}

async function run(size: DrillSize): Promise<DrillOutcome> {
  const { withinMs, quietMs, ...sizes } = SIZES[size];
  return Installation.with(async (installation) => {
    const { pool } = installation;
    const apis = [await installation.startApi(), await installation.startApi()];
    await installation.startWorker();
    await prepareAccounts(pool);
    const pages = await fillDrill(pool, sizes);
    const extensions = await Promise.all(apis.map(({ baseUrl }) => downloadExtension(baseUrl)));
    const site = new StandInSite();
    const devices = pages.map((page, n) => new ExtensionDevice(page, extensions[n % extensions.length] as never, site));
    const failures: string[] = [];
    /** Waits for a state, and returns the seconds until then. */
    const until = async (what: string, isReached: () => boolean | Promise<boolean>): Promise<string> => {
      const startedAt = Date.now();
      while (!(await isReached())) {
        if (Date.now() - startedAt > withinMs) {
          failures.push(`after ${withinMs / 1000} s still not: ${what}`);
          break;
        }
        await sleep(50);
      }
      return `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
    };
    const postedWith = (version: number) =>
      [...site.presses].filter(([, versions]) => versions.includes(version)).map(([id]) => id);
    const pagesThatPostedWith = (version: number) =>
      countOf(
        pool,
        `SELECT count(DISTINCT page_guid) FROM page_postings
         WHERE status IN ('posted', 'completed') AND id = ANY ('{${postedWith(version).join(',')}}')`,
      );
    const all = pages.length;

    const firstPosts = await until(`all ${all} pages have posted`, async () => (await pagesThatPostedWith(1)) === all);
    await stopPosting(pool);
    await until('nothing is in flight', async () => (await countOf(pool, 'SELECT count(*) FROM in_flight')) === 0);

    site.textField = 'renamed';
    for (const device of devices) device.aDayPasses();
    const noticed = await until(
      'all pages report site_changed',
      async () => (await countOf(pool, "SELECT count(*) FROM pages WHERE health = 'site_changed'")) === all,
    );
    const before = await handedOut(pool);
    await startPosting(pool);
    await sleep(quietMs);
    const burned = (await handedOut(pool)) - before + (await failed(pool));
    if (burned > 0) failures.push(`${burned} postings were handed out or failed while the site differed`);

    await publish(installation, packFor(BUILT_IN_SITE_PACK, GOOD, 'renamed'));
    const repaired = await until(
      `all ${all} pages have posted with the good pack`,
      async () => (await pagesThatPostedWith(GOOD)) === all,
    );
    if ((await failed(pool)) > 0) failures.push('postings failed with the good pack');

    // Enough postings remain for the bad pack, although the command takes some seconds.
    await stopPosting(pool);
    await publish(installation, packFor(BUILT_IN_SITE_PACK, BAD, 'renamed', { failsPosts: true }));
    await startPosting(pool);
    const isWithdrawn = async () =>
      (await countOf(pool, `SELECT count(*) FROM site_packs WHERE version = ${BAD} AND stage = 'withdrawn'`)) === 1;
    const withdrawn = await until('the bad pack is withdrawn', isWithdrawn);
    await until('all pages use the good pack', () => devices.every(({ packVersion }) => packVersion === GOOD));
    await until(
      'all postings have ended',
      async () =>
        (await countOf(pool, "SELECT count(*) FROM page_postings WHERE status NOT IN ('completed', 'failed')")) === 0,
    );
    for (const device of devices) device.stop();
    const harmed = await failed(pool);
    if (harmed > SITE_PACK_OWNERS + SITE_PACK_CANARY_PAGES - 1) failures.push(`the bad pack harmed ${harmed} postings`);
    if (postedWith(BAD).length > 0) failures.push('the bad pack pressed a button');
    const presses = new Map([...site.presses].map(([id, versions]) => [id, versions.length]));
    failures.push(...(await wrongPresses(pool, presses)));
    const expected = harmed > 0 ? ['postings that failed without a fault'] : [];
    failures.push(...(await brokenRules(pool, [...expected, ...(failures.length > 0 ? STILL_OPEN : [])])));
    return {
      results: [
        `${all} pages of ${sizes.users} users run the extension's worker, ${all * sizes.flyers} postings, two api processes; all have posted after ${firstPosts}`,
        `the site changes its markup: ${site.failedProbes} probes fail, all pages say so after ${noticed}, ${burned} postings are handed out or fail`,
        `a good pack is published: all ${all} pages have posted again after ${repaired}`,
        `a bad pack is published: withdrawn after ${withdrawn}, ${harmed} postings failed`,
      ],
      failures,
    };
  });
}

export const packsDrill: Drill = {
  title: 'the creator site changes, and site packs are published',
  run,
};
