import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  backupInterval,
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
import { useTestServer } from './testServer.ts';

/** `.docker/alerts.test.yml` tests the rules with promtool. Here: the metrics that the rules and the dashboard read. */

const server = useTestServer();
const read = (file: string) => readFileSync(join(import.meta.dirname, '../../.docker', file), 'utf8');

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
