import { type Db, sql } from '../database/statement.ts';
import { addJobSql, type JobName, MAX_ATTEMPTS } from './enqueue.query.ts';
import type { JobParts } from './problems.ts';
import { type RepeatingTimer, startRepeatingTimer } from './repeatingTimer.ts';

type Interval = '30 seconds' | '1 minute' | '10 minutes' | '1 hour';

/** A new job counts as enqueued now, so its first run is in the next interval. */
const registerScheduledJobs = sql<never, [names: readonly string[]]>(
  'INSERT INTO scheduled_jobs (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
);

/** Once per interval by the clock of Postgres. A job that waits after a failure is tried now and keeps its number of failures. Locks at most one job, to prevent deadlocks. */
const enqueueScheduledJob = (name: JobName, interval: Interval) =>
  sql<never, []>(
    `WITH due AS (
      UPDATE scheduled_jobs SET enqueued_at = now()
      WHERE name = '${name}' AND date_bin('${interval}', enqueued_at, 'epoch') <> date_bin('${interval}', now(), 'epoch')
      RETURNING name
    ), existing AS (SELECT j.* FROM due JOIN graphile_worker.jobs j ON j.key = due.name)
    SELECT r.id FROM existing e, graphile_worker.reschedule_jobs(
      ARRAY[e.id], now(), attempts := least(e.attempts, ${MAX_ATTEMPTS - 1}), max_attempts := ${MAX_ATTEMPTS}) r
    WHERE e.run_at > now() OR e.attempts >= e.max_attempts
    UNION ALL
    SELECT ${addJobSql(name, `'{}'::json`, 'due.name')} FROM due WHERE NOT EXISTS (SELECT FROM existing)`,
  );

const LOOK_EVERY_SECONDS = 10;

export const SCHEDULE: Readonly<Partial<Record<JobName, Interval>>> = {
  offline_sweep: '1 minute',
  bot_sweep: '30 seconds',
  housekeeping: '1 hour',
  screenshot_retention: '1 hour',
  check_books: '10 minutes',
};

/** Several workers may do this at the same time: each run is enqueued once. */
export async function enqueueDueJobs(db: Db, names: readonly string[] = Object.keys(SCHEDULE)): Promise<void> {
  await registerScheduledJobs(db, [names]);
  for (const [name, interval] of Object.entries(SCHEDULE)) {
    if (names.includes(name)) await enqueueScheduledJob(name as JobName, interval)(db, []);
  }
}

export const startSchedule = ({ db, logger, problems }: JobParts, names: readonly string[]): RepeatingTimer =>
  startRepeatingTimer({
    name: 'the schedule of jobs',
    everySeconds: LOOK_EVERY_SECONDS,
    logger,
    problems,
    work: () =>
      enqueueDueJobs(
        db,
        names.filter((name) => Object.hasOwn(SCHEDULE, name)),
      ),
  });
