import type { Db } from '../database/statement.ts';
import { MANY_FAILURES, PENDING_COUNTED, type QueueMetricsRow, readQueueMetrics } from './health.query.ts';

/** Reads within this time share one result. */
const CACHE_MS = 5_000;

const GAUGES: Readonly<Record<keyof QueueMetricsRow, readonly [name: string, help: string]>> = {
  pending: [
    'queue_pending',
    `Pending postings; above ${PENDING_COUNTED} an estimate of Postgres from its last ANALYZE or VACUUM`,
  ],
  oldest_seconds: ['queue_oldest_seconds', 'Seconds since the oldest pending posting was queued'],
  in_flight: ['queue_in_flight', 'Postings that are claimed by a device'],
  screenshots: ['screenshots_pending', 'Posts whose screenshot is not taken yet'],
  jobs_due: ['jobs_due', 'Background jobs that are due and not running'],
  job_oldest_seconds: ['jobs_oldest_seconds', 'Seconds since the oldest of these jobs became due'],
  jobs_failed: ['jobs_failed', `Background jobs with ${MANY_FAILURES} failures or more that are tried again`],
  message_oldest_seconds: [
    'bot_messages_oldest_seconds',
    'Seconds since the oldest message that Telegram has not got was written',
  ],
};

/** Returns a function that reads the metrics of the queue and of the background jobs, in the text format of Prometheus. */
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
    if (read === null || Date.now() - read.at > CACHE_MS) {
      read = { at: Date.now(), text: readNow() };
      read.text.catch(() => {
        read = null;
      });
    }
    return read.text;
  };
}
