import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listPresets } from '@flyerdeck/contracts';
import { load } from 'js-yaml';
import Koa from 'koa';
import { Pool } from 'pg';
import { signUp } from '../src/api/people.testing.ts';
import { backUpIfDue } from '../src/backup/scheduledBackups.ts';
import { tokenWasAccepted, tokenWasRefused } from '../src/bot/tokenRefusal.ts';
import type { Db } from '../src/database/statement.ts';
import { photo } from '../src/files/images.fixture.ts';
import { healthRoutes } from '../src/http/health.ts';
import { addJobSql } from '../src/jobs/enqueue.query.ts';
import { backupInterval, hintToClaim, jobs, lastBackup, liveConnections } from '../src/metrics.ts';
import { claimDueScreenshots } from '../src/postings/pendingScreenshots.query.ts';
import { makeScreenshot } from '../src/screenshots/makeScreenshot.ts';
import { dbOn } from './dbOn.ts';
import { deviceOf } from './deviceCalls.ts';
import { buildPage, buildQueuedAssistant, buildUser } from './factories.ts';
import { evaluate, type Scrape, samplesOf, secondsOf } from './promql.ts';
import { runJobs } from './runJobs.ts';
import { useTestServer } from './testServer.ts';

/** The alert rules and the dashboard, evaluated over scrapes of /metrics. The scrapes are real; their times are simulated. */

const server = useTestServer();
const read = (file: string) => readFileSync(join(import.meta.dirname, '../../.docker', file), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for: string;
}
const { groups } = load(read('alerts.yml')) as { groups: readonly { rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard: { panels: readonly { title: string; targets: readonly { expr: string }[] }[] } = JSON.parse(
  read('dashboard.json'),
);

const SCRAPE_EVERY_SECONDS = 60;
const HEALTHY_SCRAPES = 30;
/** Longer than the longest `for` and range. */
const SCRAPES_OF_A_CONDITION = 80;

/** The answer of /metrics, without the result that is kept for 5 seconds. */
async function metricsOf(db: Db): Promise<string> {
  const koa = new Koa();
  koa.use(healthRoutes({ ...server.context, db }).routes() as never);
  const http = koa.listen(0, '127.0.0.1');
  await new Promise((resolve) => http.once('listening', resolve));
  try {
    return await (await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}/metrics`)).text();
  } finally {
    http.closeAllConnections();
    http.close();
  }
}

class Monitoring {
  readonly scrapes: Scrape[] = [];
  private readonly startedAt = Date.now() / 1_000;

  /** One real scrape counts for `times` scrapes in which nothing changes. A null target does not answer. */
  async scrape(targets: readonly (Db | null)[] = [server.context.db], times = 1): Promise<void> {
    const samples = new Map<string, { labels: Record<string, string>; value: number }[]>();
    for (const [nth, db] of targets.entries()) {
      const labels = { job: 'flyerdeck', instance: `process-${nth}` };
      const up = { name: 'up', labels, value: db ? 1 : 0 };
      for (const { name, ...sample } of [up, ...(db ? samplesOf(await metricsOf(db), labels) : [])]) {
        const before = samples.get(name) ?? [];
        samples.set(name, [...before, { ...sample, labels: { ...sample.labels } }]);
      }
    }
    for (let time = 0; time < times; time++) this.scrapes.push({ at: this.now + SCRAPE_EVERY_SECONDS, samples });
  }

  get now(): number {
    return this.scrapes.at(-1)?.at ?? this.startedAt;
  }

  /** The names of the alerts that fired at any time. */
  fired(): string[] {
    return rules
      .filter(({ expr, for: duration }) => {
        let since: number | null = null;
        return this.scrapes.some(({ at }) => {
          const result = evaluate(expr, this.scrapes, at);
          if (typeof result === 'number') throw new Error(`'${expr}' is not a vector.`);
          since = result.length === 0 ? null : (since ?? at);
          return since !== null && at - since >= secondsOf(duration);
        });
      })
      .map(({ alert }) => alert);
  }
}

let presetsOf: () => Promise<number>;
let folder = '';
beforeAll(async () => {
  const { as } = await signUp(server);
  presetsOf = async () => (await server.call(listPresets, { as })).status;
  folder = await mkdtemp(join(tmpdir(), 'flyerdeck-alerts-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  await server.context.pool.query('DELETE FROM graphile_worker._private_jobs; DELETE FROM pending_screenshots');
  lastBackup.remove();
  backupInterval.remove();
});

/** A sent posting whose screenshot is made by `take`. */
async function postOnce(take: () => Promise<Buffer>): Promise<void> {
  const { context } = server;
  const owner = await buildUser(context.db, { posting: true });
  const page = await buildPage(context.db, owner.id);
  await buildQueuedAssistant(context.db, owner.id, { pages: [page] });
  const device = deviceOf(context.db, page);
  const claimed = await device.claim();
  await device.submitting(claimed);
  await device.posted(claimed);
  for (const due of await claimDueScreenshots(context.db, [1])) {
    await makeScreenshot(context, { take }, due, new AbortController().signal);
  }
}

/** Half an hour of a product that works. */
async function healthyMonitoring(): Promise<Monitoring> {
  const monitoring = new Monitoring();
  await monitoring.scrape();
  expect(await presetsOf()).toBe(200);
  await postOnce(() => photo(40, 30));
  await server.context.pool.query(`SELECT ${addJobSql('housekeeping', `'{}'::json`)}`);
  await runJobs(server);
  await monitoring.scrape(undefined, HEALTHY_SCRAPES);
  return monitoring;
}

/** `cause` happens between two scrapes. Then nothing changes. */
async function firedAfter(cause: () => Promise<unknown>): Promise<string[]> {
  const monitoring = await healthyMonitoring();
  await cause();
  await monitoring.scrape(undefined, SCRAPES_OF_A_CONDITION);
  return monitoring.fired();
}

test('no alert fires while the product works, with a backup of the last day', async () => {
  const fired = await firedAfter(async () => {
    await backUpIfDue(server.context.db, { folder: join(folder, 'fresh'), everyHours: 24, keep: 1 });
    await backUpIfDue(server.context.db, { folder: join(folder, 'fresh'), everyHours: 24, keep: 1 });
  });
  expect(fired).toEqual([]);
});

test('FlyerdeckDown fires when one of two processes does not answer', async () => {
  const { db } = server.context;
  const monitoring = await healthyMonitoring();
  await monitoring.scrape([db, null], 2);
  expect(monitoring.fired()).toEqual([]);
  await monitoring.scrape([db, null], 2);
  expect(monitoring.fired()).toEqual(['FlyerdeckDown']);
});

test('FlyerdeckDatabaseDown fires when the processes do not reach Postgres', async () => {
  const monitoring = await healthyMonitoring();
  const pool = new Pool({ connectionString: 'postgres://127.0.0.1:1/none' });
  await monitoring.scrape([dbOn(pool)], 10);
  await pool.end();
  expect(monitoring.fired()).toEqual(['FlyerdeckDatabaseDown']);
});

test('FlyerdeckErrors fires when requests fail for more than five minutes', async () => {
  const { pool } = server.context;
  const monitoring = await healthyMonitoring();
  await pool.query('ALTER TABLE presets RENAME TO out_of_reach');
  try {
    for (let minute = 0; minute < 8; minute++) {
      expect(await presetsOf()).toBe(500);
      await monitoring.scrape();
    }
  } finally {
    await pool.query('ALTER TABLE out_of_reach RENAME TO presets');
  }
  expect(monitoring.fired()).toEqual(['FlyerdeckErrors']);
});

test('FlyerdeckSlow fires when requests take longer than a second for more than ten minutes', async () => {
  const { pool } = server.context;
  const monitoring = await healthyMonitoring();
  for (let period = 0; period < 4; period++) {
    const lock = await pool.connect();
    await lock.query('BEGIN; LOCK TABLE presets');
    const slow = presetsOf();
    await lock.query('SELECT pg_sleep(1.2)');
    await lock.query('COMMIT');
    lock.release();
    expect(await slow).toBe(200);
    await monitoring.scrape(undefined, 4);
  }
  expect(monitoring.fired()).toEqual(['FlyerdeckSlow']);
});

const addJob = () => server.context.pool.query(`SELECT ${addJobSql('housekeeping', `'{}'::json`)}`);

test('FlyerdeckJobsLate fires when a job has been due for more than five minutes', async () => {
  const fired = await firedAfter(async () => {
    await addJob();
    await server.context.pool.query(`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '301 seconds'`);
  });
  expect(fired).toEqual(['FlyerdeckJobsLate']);
});

test('FlyerdeckJobsFailing fires when a job has failed ten times and waits for its next try', async () => {
  const fired = await firedAfter(async () => {
    await addJob();
    await server.context.pool.query(
      `UPDATE graphile_worker._private_jobs SET attempts = 10, run_at = now() + interval '1 hour'`,
    );
  });
  expect(fired).toEqual(['FlyerdeckJobsFailing']);
});

test('no alert fires for jobs that were lost in an outage of Postgres, nor for those whose work a newer job does', async () => {
  const { pool } = server.context;
  const fired = await firedAfter(async () => {
    await pool.query(`
      SELECT graphile_worker.add_job('run_repeats', max_attempts := 1);
      SELECT graphile_worker.add_job('offline_sweep', job_key := 'offline_sweep');
      UPDATE graphile_worker._private_jobs SET attempts = 1, locked_at = now(), locked_by = 'lost';
      SELECT graphile_worker.add_job('offline_sweep', job_key := 'offline_sweep');
      SELECT graphile_worker.force_unlock_workers(ARRAY['lost'])`);
    const { rows } = await pool.query(
      'SELECT attempts = max_attempts AS ended, last_error FROM graphile_worker.jobs ORDER BY id',
    );
    expect(rows).toEqual([true, true, false].map((ended) => ({ ended, last_error: null })));
    await pool.query(`DELETE FROM graphile_worker._private_jobs WHERE attempts = 0`);
  });
  expect(fired).toEqual([]);
});

test('FlyerdeckBotTokenRefused fires while Telegram refuses the token', async () => {
  const fired = await firedAfter(async () => tokenWasRefused(server.context.logger, '401 Unauthorized'));
  tokenWasAccepted();
  expect(fired).toEqual(['FlyerdeckBotTokenRefused']);
});

test('FlyerdeckScreenshotsFailing fires when the screenshots fail', async () => {
  const monitoring = await healthyMonitoring();
  for (let period = 0; period < 4; period++) {
    await postOnce(() => Promise.reject(new Error('no browser')));
    await monitoring.scrape(undefined, 3);
  }
  expect(monitoring.fired()).toEqual(['FlyerdeckScreenshotsFailing']);
});

test('FlyerdeckScreenshotsLate fires when more than 100 posts wait for their screenshots', async () => {
  const { db, pool } = server.context;
  const owner = await buildUser(db);
  const page = await buildPage(db, owner.id);
  const flyers = Array.from({ length: 101 }, (_, nth) => `Flyer ${nth}`);
  await buildQueuedAssistant(db, owner.id, { pages: [page], flyers });
  const fired = await firedAfter(() =>
    pool.query('INSERT INTO pending_screenshots (posting_id) SELECT id FROM page_postings WHERE owner_id = $1', [
      owner.id,
    ]),
  );
  expect(fired).toEqual(['FlyerdeckScreenshotsLate']);
});

test('FlyerdeckBackupLate fires when the newest backup is older than two intervals', async () => {
  const schedule = { folder: join(folder, 'old'), everyHours: 24, keep: 1 };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  expect(await backUpIfDue(server.context.db, schedule, daysAgo(3))).not.toBeNull();
  expect(await firedAfter(async () => undefined)).toEqual(['FlyerdeckBackupLate']);
});

test('FlyerdeckBackupLate fires when no backup was ever made', async () => {
  const schedule = { folder: join(folder, 'never'), everyHours: 24, keep: 1 };
  await expect(
    backUpIfDue(dbOn({ query: () => Promise.reject(new Error('no database')) }), schedule),
  ).rejects.toThrow();
  expect(await firedAfter(async () => undefined)).toEqual(['FlyerdeckBackupLate']);
});

test('every query of the dashboard has a result', async () => {
  await backUpIfDue(server.context.db, { folder: join(folder, 'fresh'), everyHours: 24, keep: 1 });
  liveConnections.set({ type: 'page' }, 0);
  hintToClaim.observe(0.1);
  jobs.inc({ task: 'housekeeping', outcome: 'success' });
  const { scrapes, now } = await healthyMonitoring();
  const results = dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [title, evaluate(expr, scrapes, now)] as const),
  );
  expect(results.length).toBeGreaterThanOrEqual(12);
  expect(results.filter(([, result]) => typeof result === 'number' || result.length === 0)).toEqual([]);
});

test('each alert says what is wrong and what to do', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  expect(rules).toEqual(
    rules.map((rule) => ({
      ...rule,
      labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
      annotations: { summary: expect.stringMatching(/\.$/), action: expect.stringMatching(/\.$/) },
    })),
  );
});
