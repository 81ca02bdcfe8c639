import { type Db, sql } from '../database/statement.ts';

/** A job may run late or twice, so it reads the current state from the database. */
export interface JobPayloads {
  cancel_postings_of_assistant: { owner_id: string; assistant_id: string; task_ids: readonly string[] };
  cancel_postings_of_pages: { owner_id: string; page_guids: readonly string[] };
  requeue_postings: {
    owner_id: string;
    failures: readonly { id: string; owner_id: string; transitions_count: number }[];
  };
  archive_postings: { owner_id: string; task_ids: readonly string[] };
  queue_postings: { owner_id: string; assistant_id: string };
  offline_sweep: Record<never, never>;
  housekeeping: Record<never, never>;
  screenshot_retention: Record<never, never>;
  handle_update: { update_id: string };
  collect_flyers: { chat_id: string; album: string };
  send_messages: { chat_id: string };
  deliver_screenshots: { assistant_id: string };
  bot_sweep: Record<never, never>;
  run_repeat: { owner_id: string; assistant_id: string };
  erase_account: { user_id: string };
  check_books: { is_complete?: boolean };
}
export type JobName = keyof JobPayloads;

/** `abortSignal` aborts shortly before the process ends. A job that throws then is run again by another worker. */
export type JobHandler<Name extends JobName> = (
  payload: JobPayloads[Name],
  context: { readonly abortSignal: AbortSignal },
) => Promise<void>;
export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> };

/** The largest number that the job queue accepts. The wait between tries grows to 6 hours. */
export const MAX_ATTEMPTS = 32_767;

/** The smallest priority runs first. `isLong`: the duration grows with the data of a user or of the installation. */
const JOBS: Readonly<Record<JobName, { readonly priority: number; readonly isLong?: true }>> = {
  offline_sweep: { priority: 0 },
  housekeeping: { priority: 0, isLong: true },
  screenshot_retention: { priority: 0, isLong: true },
  bot_sweep: { priority: 0 },
  handle_update: { priority: 5 },
  collect_flyers: { priority: 5 },
  deliver_screenshots: { priority: 5 },
  send_messages: { priority: 6, isLong: true },
  // Messages do not wait for the thousands that are due at the full hour.
  run_repeat: { priority: 7 },
  queue_postings: { priority: 7 },
  requeue_postings: { priority: 7 },
  cancel_postings_of_assistant: { priority: 8 },
  cancel_postings_of_pages: { priority: 8 },
  archive_postings: { priority: 9 },
  erase_account: { priority: 8, isLong: true },
  check_books: { priority: 9, isLong: true },
};

/** A longer run hangs: the process is unhealthy, and its supervisor restarts it. */
export const maxSecondsOf = (name: string): number => (JOBS[name as JobName]?.isLong ? 12 * 3_600 : 900);

/**
 * SQL for another statement: the job is enqueued only if the transaction commits, and replaces a waiting job with the same key. Jobs of one queue never run at the same time.
 * Inside a WITH it must be in a query whose rows are read, because Postgres does not run other SELECTs.
 */
export function addJobSql(
  name: JobName,
  payloadSql: string,
  keySql?: string,
  { runAtSql, queueSql }: { readonly runAtSql?: string; readonly queueSql?: string } = {},
): string {
  const settings = [
    keySql && `job_key := ${keySql}`,
    queueSql && `queue_name := ${queueSql}`,
    runAtSql && `run_at := ${runAtSql}`,
    `max_attempts := ${MAX_ATTEMPTS}`,
    `priority := ${JOBS[name].priority}`,
  ];
  return `enqueue_job('${name}', ${[payloadSql, ...settings.filter(Boolean)].join(', ')})`;
}

/** One erasure at a time, because each holds one of the worker's few places until it is done. */
export const ERASURE_QUEUE = `'erasures'`;
const OWNER_QUEUES = 64;
const OWNER_QUEUE = `'owners:' || (hashtext($1::json ->> 'owner_id') & ${OWNER_QUEUES - 1})`;

/** A transaction that needed a new queue would wait for every other one that has just created it. */
export const createQueues = sql<never>(
  `INSERT INTO graphile_worker._private_job_queues (queue_name)
   VALUES (${ERASURE_QUEUE}) UNION ALL SELECT 'owners:' || n FROM generate_series(0, ${OWNER_QUEUES - 1}) n
   ON CONFLICT DO NOTHING`,
);

/** Jobs with an `owner_id` run one after the other for each owner. */
export const enqueueJob = <Name extends JobName>(db: Db, name: Name, payload: JobPayloads[Name]): Promise<unknown> =>
  sql<never, [string]>(`SELECT ${addJobSql(name, '$1::json', undefined, { queueSql: OWNER_QUEUE })}`)(db, [
    JSON.stringify(payload),
  ]);

/** bot/outbox/enqueue_screenshot_delivery.sql enqueues it too. */
export const deliverScreenshotsJobSql = (assistantIdSql: string) =>
  addJobSql(
    'deliver_screenshots',
    `json_build_object('assistant_id', ${assistantIdSql})`,
    `'delivery:' || ${assistantIdSql}`,
  );
