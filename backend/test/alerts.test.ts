import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { tokenWasAccepted, tokenWasRefused } from '../src/bot/outbox/telegram.ts';
import { addJobSql } from '../src/jobs/enqueue.query.ts';
import {
  backupInterval,
  botTokenRefused,
  jobs,
  lastBackup,
  lastTestRestore,
  liveConnections,
  requests,
  screenshots,
  testRestoreFailed,
} from '../src/metrics.ts';
import { backUpIfDue } from '../src/operation/backup/scheduledBackups.ts';
import { readQueueMetrics } from '../src/server/http/health.ts';
import { dbOn } from './dbOn.ts';
import { useTestServer } from './testServer.ts';

/** `.docker/alerts.test.yml` tests the rules with promtool. Here: the metrics that the rules and the dashboard read. */

const server = useTestServer();
const read = (file: string) => readFileSync(join(import.meta.dirname, '../../.docker', file), 'utf8');

interface Rule {
  readonly alert: string;
}
const { groups } = load(read('alerts.yml')) as { groups: readonly { rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

const metricsText = async () => (await fetch(`${server.baseUrl}/metrics`)).text();

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flyerdeck-alerts-'));
});
afterAll(() => rm(folder, { recursive: true }));
afterEach(async () => {
  await server.context.pool.query('DELETE FROM graphile_worker._private_jobs');
  for (const gauge of [lastBackup, backupInterval, lastTestRestore, testRestoreFailed]) gauge.remove();
});

test('the alerts and the dashboard read only metrics that exist', async () => {
  await backUpIfDue(server.context.db, { folder: join(folder, 'fresh'), everyHours: 24, keep: 1 });
  lastTestRestore.set(0);
  testRestoreFailed.set(0);
  liveConnections.set({ type: 'page' }, 0);
  requests.observe({ method: 'GET', route: '/', status: '200' }, 0.1);
  jobs.inc({ task: 'housekeeping', outcome: 'success' });
  screenshots.inc({ outcome: 'failed' });
  const series = new Set(Array.from((await metricsText()).matchAll(/^(flyerdeck_\w+)/gm), ([, name]) => name));
  const named = [read('alerts.yml'), read('alerts.test.yml'), read('dashboard.json')].map(
    (text) => new Set(Array.from(text.matchAll(/\bflyerdeck_\w+/g), ([name]) => name)),
  );
  for (const names of named) {
    expect(names.size).toBeGreaterThan(8);
    expect([...names].filter((name) => !series.has(name))).toEqual([]);
  }
});

test('each alert says what is wrong and what to do, and is tested', () => {
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  expect(rules).toEqual(
    rules.map((rule) => ({
      ...rule,
      labels: { severity: expect.stringMatching(/^(critical|warning)$/) },
      annotations: { summary: expect.stringMatching(/\.$/), action: expect.stringMatching(/\.$/) },
    })),
  );
  expect(rules.filter(({ alert }) => !read('alerts.test.yml').includes(alert))).toEqual([]);
});

test('jobs count as failed after ten tries, but not when an outage interrupted them or a newer job does their work', async () => {
  const { db, pool } = server.context;
  await pool.query(`
    SELECT graphile_worker.add_job('bot_sweep', max_attempts := 1);
    SELECT graphile_worker.add_job('offline_sweep', job_key := 'offline_sweep');
    UPDATE graphile_worker._private_jobs SET attempts = 1, locked_at = now(), locked_by = 'lost';
    SELECT graphile_worker.add_job('offline_sweep', job_key := 'offline_sweep');
    SELECT graphile_worker.force_unlock_workers(ARRAY['lost'])`);
  const { rows } = await pool.query(
    'SELECT attempts = max_attempts AS ended, last_error FROM graphile_worker.jobs ORDER BY id',
  );
  expect(rows).toEqual([true, true, false].map((ended) => ({ ended, last_error: null })));
  expect(await readQueueMetrics(db, [])).toMatchObject([{ jobs_due: 1, jobs_failed: 0 }]);
  await pool.query(
    `UPDATE graphile_worker._private_jobs SET attempts = 10, run_at = now() + interval '1 hour' WHERE attempts = 0`,
  );
  expect(await readQueueMetrics(db, [])).toMatchObject([{ jobs_due: 0, jobs_failed: 1 }]);
});

test('a job that is due for five minutes is late', async () => {
  const { db, pool } = server.context;
  await pool.query(`SELECT ${addJobSql('housekeeping', `'{}'::json`)}`);
  await pool.query(`UPDATE graphile_worker._private_jobs SET run_at = now() - interval '301 seconds'`);
  const [row] = await readQueueMetrics(db, []);
  expect(row?.job_oldest_seconds).toBeGreaterThanOrEqual(301);
});

test('a message of the bot that Telegram has not got is late', async () => {
  const { db, pool } = server.context;
  expect(await readQueueMetrics(db, [])).toMatchObject([{ message_oldest_seconds: 0 }]);
  await pool.query(
    `INSERT INTO bot_messages (chat_id, payload, created_at, state, ended_at)
     VALUES ('1', '{}', now() - interval '901 seconds', 'waiting', NULL), ('1', '{}', now() - interval '1 day', 'sent', now())`,
  );
  const [row] = await readQueueMetrics(db, []);
  expect(row?.message_oldest_seconds).toBeGreaterThanOrEqual(901);
  expect(row?.message_oldest_seconds).toBeLessThan(86_000);
});

test('the time of the newest backup is in the metrics, and 0 when none was ever made', async () => {
  const daily = { everyHours: 24, keep: 1 };
  const noDatabase = dbOn({ query: () => Promise.reject(new Error('no database')) });
  await expect(backUpIfDue(noDatabase, { ...daily, folder: join(folder, 'never') })).rejects.toThrow();
  expect((await lastBackup.get()).values).toMatchObject([{ value: 0 }]);
  const threeDaysAgo = new Date(Date.now() - 3 * 86_400_000);
  await backUpIfDue(server.context.db, { ...daily, folder: join(folder, 'old') }, threeDaysAgo);
  expect((await lastBackup.get()).values).toMatchObject([
    { value: expect.closeTo(threeDaysAgo.getTime() / 1_000, -1) },
  ]);
  expect((await backupInterval.get()).values).toMatchObject([{ value: 86_400 }]);
});

test('a refused token is in the metrics until Telegram accepts it', async () => {
  tokenWasRefused(server.context.logger, '401 Unauthorized');
  expect((await botTokenRefused.get()).values).toMatchObject([{ value: 1 }]);
  tokenWasAccepted();
  expect((await botTokenRefused.get()).values).toMatchObject([{ value: 0 }]);
});
