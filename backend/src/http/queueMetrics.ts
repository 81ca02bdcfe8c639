import type { Db } from '../database/statement.ts';
import { MANY_FAILURES, PENDING_COUNTED, type QueueMetricsRow, readQueueMetrics } from './health.query.ts';

/** Several scrapers share one read. */
const FRESH_MS = 5_000;

const GAUGES: Readonly<Record<keyof QueueMetricsRow, readonly [name: string, help: string]>> = {
  pending: [
    'queue_pending',
    `Pending postings; above ${PENDING_COUNTED} an estimate of Postgres, as of its last ANALYZE or VACUUM`,
  ],
  oldest_seconds: ['queue_oldest_seconds', 'How long ago the oldest pending posting was queued'],
  in_flight: ['queue_in_flight', 'Postings that a device holds'],
  screenshots: ['screenshots_pending', 'Posts whose screenshot is still to be made'],
  jobs_due: ['jobs_due', 'Background jobs that could run now'],
  job_oldest_seconds: ['jobs_oldest_seconds', 'How long the first of them has been due'],
  jobs_failed: ['jobs_failed', `Background jobs that were given up or have failed ${MANY_FAILURES} times or more`],
};

/** The state of the queue and of the jobs of all processes, in the text format of Prometheus. */
export function queueMetrics(db: Db): () => Promise<string> {
  let read: { at: number; text: Promise<string> } | null = null;
  const readNow = async (): Promise<string> => {
    const [row] = await readQueueMetrics(db, []);
    return Object.entries(GAUGES)
      .map(([field, [name, help]]) => {
        const value = row?.[field as keyof QueueMetricsRow] ?? 0;
        return `# HELP flyerdeck_${name} ${help}\n# TYPE flyerdeck_${name} gauge\nflyerdeck_${name} ${value}\n`;
      })
      .join('');
  };
  return () => {
    if (read === null || Date.now() - read.at > FRESH_MS) {
      read = { at: Date.now(), text: readNow() };
      read.text.catch(() => {
        read = null;
      });
    }
    return read.text;
  };
}
