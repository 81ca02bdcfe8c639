import type { Db } from '../database/statement.ts';
import type { JobName } from './enqueue.query.ts';
import type { JobParts } from './jobParts.ts';
import { type RepeatingTimer, startRepeatingTimer } from './repeatingTimer.ts';
import { enqueueScheduledJob, type Interval, registerScheduledJobs } from './schedule.query.ts';

const LOOK_EVERY_SECONDS = 10;

/** Jobs that run once in each interval. */
export const SCHEDULE: Readonly<Partial<Record<JobName, Interval>>> = {
  offline_sweep: '1 minute',
  bot_sweep: '30 seconds',
  housekeeping: '1 hour',
  screenshot_retention: '1 hour',
};

/** Enqueues the scheduled jobs that are due. Several workers may do this at the same time: each run is enqueued once. */
export async function enqueueDueJobs(db: Db, names: readonly string[] = Object.keys(SCHEDULE)): Promise<void> {
  await registerScheduledJobs(db, [names]);
  for (const [name, interval] of Object.entries(SCHEDULE)) {
    if (names.includes(name)) await enqueueScheduledJob(name as JobName, interval)(db, []);
  }
}

/** Enqueues those scheduled jobs that are in `names`. */
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
