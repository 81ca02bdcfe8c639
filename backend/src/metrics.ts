import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** `/metrics` adds those that are read from the database. */
export const metricsOfProcess = new Registry();
collectDefaultMetrics({ register: metricsOfProcess, prefix: 'flyerdeck_' });

const registers = [metricsOfProcess];
const counter = <const Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
  new Counter({ name: `flyerdeck_${name}`, help, labelNames, registers });

/** Labels are route templates and fixed words only: a path or an id as a label would create a new series for each value. */
export const requests = new Histogram({
  name: 'flyerdeck_request_seconds',
  help: 'Number and duration of requests by route template and status',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});
export const claims = counter('claims_total', 'Postings claimed by devices');
export const charges = counter('charges_total', 'Charges of posting fees');
export const jobs = counter('jobs_total', 'Background jobs by task and outcome', ['task', 'outcome']);
export const screenshots = counter('screenshots_total', 'Screenshots by outcome', ['outcome']);
export const botTokenRefused = new Gauge({
  name: 'flyerdeck_bot_token_refused',
  help: '1 after Telegram has refused BOT_TOKEN in a call of this process, until it accepts it',
  registers,
});
export const faults = new Gauge({
  name: 'flyerdeck_faults',
  help: 'Faults of disk, clock, bot, file store and erasures that the last check of this process found',
  registers,
});
export const lastBackup = new Gauge({
  name: 'flyerdeck_last_backup_timestamp_seconds',
  help: 'Start of the newest complete scheduled backup, as a Unix time; 0 if there is none',
  registers,
});
export const backupInterval = new Gauge({
  name: 'flyerdeck_backup_interval_seconds',
  help: 'Time between two scheduled backups',
  registers,
});
export const lastTestRestore = new Gauge({
  name: 'flyerdeck_last_test_restore_timestamp_seconds',
  help: 'Time of the last test restore without a fault, as a Unix time; 0 if there is none',
  registers,
});
export const testRestoreFailed = new Gauge({
  name: 'flyerdeck_test_restore_failed',
  help: '1 if the last test restore failed',
  registers,
});
// Processes that make no backups do not have these metrics.
for (const gauge of [lastBackup, backupInterval, lastTestRestore, testRestoreFailed]) gauge.remove();
export const liveConnections = new Gauge({
  name: 'flyerdeck_live_connections',
  help: 'Open connections of the live channel by type',
  labelNames: ['type'] as const,
  registers,
});
export const liveHints = counter('live_hints_total', 'Hints sent over the live channel by type', ['type']);
