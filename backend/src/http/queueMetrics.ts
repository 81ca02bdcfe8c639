import type { Pool } from 'pg';

/** Several scrapers share one read. */
const FRESH_MS = 5_000;

/** Up to this number pending postings are counted, beyond it estimated: that limits the cost of a scrape. */
export const PENDING_COUNTED = 10_000;

/** So many failures in a row take a job about 3 hours. */
const MANY_FAILURES = 10;

const sql = `SELECT
    (CASE WHEN p.counted <= ${PENDING_COUNTED} THEN p.counted
      ELSE greatest(p.counted, (SELECT reltuples FROM pg_class WHERE oid = 'page_postings_pending_by_queued_at'::regclass))
    END)::int AS pending,
    coalesce(extract(epoch FROM now() - p.oldest_queued_at), 0)::float8 AS oldest_seconds,
    (SELECT count(*) FROM in_flight)::int AS in_flight,
    (SELECT count(*) FROM pending_screenshots)::int AS screenshots,
    (SELECT count(*) FROM graphile_worker.jobs WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now())::int AS jobs_due,
    (SELECT coalesce(extract(epoch FROM now() - min(run_at)), 0) FROM graphile_worker.jobs
     WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= now())::float8 AS job_oldest_seconds,
    (SELECT count(*) FROM graphile_worker.jobs WHERE attempts >= least(max_attempts, ${MANY_FAILURES}))::int AS jobs_failed
  FROM count_pending_postings(${PENDING_COUNTED + 1}) p`;

type Row = Record<
  'pending' | 'oldest_seconds' | 'in_flight' | 'screenshots' | 'jobs_due' | 'job_oldest_seconds' | 'jobs_failed',
  number
>;

const GAUGES: Readonly<Record<keyof Row, readonly [name: string, help: string]>> = {
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
export function queueMetrics(pool: Pool): () => Promise<string> {
  let read: { at: number; text: Promise<string> } | null = null;
  const readNow = async (): Promise<string> => {
    const { rows } = await pool.query<Row>(sql);
    return Object.entries(GAUGES)
      .map(([field, [name, help]]) => {
        const value = rows[0]?.[field as keyof Row] ?? 0;
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
