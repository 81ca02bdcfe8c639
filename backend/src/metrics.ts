import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What this process counts of its own work; `/metrics` adds what the database knows of everybody's. */
export const metricsOfProcess = new Registry();
collectDefaultMetrics({ register: metricsOfProcess, prefix: 'flyerdeck_' });

const registers = [metricsOfProcess];
const counter = <const Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
  new Counter({ name: `flyerdeck_${name}`, help, labelNames, registers });

/** Labels are templates and fixed words only: an address or an id would make a new series each time. */
export const requests = new Histogram({
  name: 'flyerdeck_request_seconds',
  help: 'Requests by route template and status: how many and how long',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});
export const claims = counter('claims_total', 'Postings handed out to devices');
export const charges = counter('charges_total', 'Posting fees taken');
export const jobs = counter('jobs_total', 'Background jobs by task and how they ended', ['task', 'outcome']);
export const pictures = counter('pictures_total', 'Pictures of posts by how they ended', ['outcome']);
