import { type Db, sql } from '../database/statement.ts';

/** Every kind of job with its payload. A job may run twice or late, so it reads the current state from the database. */
export interface JobPayloads {
  cancel_postings_of_assistant: { assistant_id: string; task_ids: string[] };
  cancel_postings_of_pages: { page_guids: string[] };
  archive_postings: { task_ids: string[] };
  offline_sweep: Record<never, never>;
  housekeeping: Record<never, never>;
  screenshot_retention: Record<never, never>;
  /** Handles an update of Telegram; the jobs of one chat run one after the other. */
  handle_update: { update_id: string };
  collect_flyers: { chat_id: string; album: string };
  /** Sends the waiting messages of a chat, in order. */
  send_messages: { chat_id: string };
  deliver_pictures: { assistant_id: string };
  bot_sweep: Record<never, never>;
}
export type JobName = keyof JobPayloads;

/** The signal aborts when the process is about to end: a job that can stop early throws, and runs again on another worker. */
export type JobHandler<Name extends JobName> = (
  payload: JobPayloads[Name],
  context: { readonly abortSignal: AbortSignal },
) => Promise<void>;
export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> };

/** The most that the job queue can count: a job is repeated until it succeeds, in the end every 6 hours. */
const MAX_ATTEMPTS = 32_767;

/** Of two jobs that are due, the one with the smaller number runs first. */
const PRIORITIES: Readonly<Record<JobName, number>> = {
  offline_sweep: 0,
  housekeeping: 0,
  screenshot_retention: 0,
  bot_sweep: 0,
  handle_update: 5,
  collect_flyers: 5,
  deliver_pictures: 5,
  send_messages: 6,
  // Long ones.
  cancel_postings_of_assistant: 8,
  cancel_postings_of_pages: 8,
  archive_postings: 9,
};

/**
 * A call of graphile_worker.add_job for use inside a domain statement, so that a job is enqueued in the transaction that
 * makes it necessary, and not when that is rolled back. Arguments are SQL expressions; a job replaces a waiting job with
 * the same key. Jobs of one queue never run at the same time. Inside a WITH it must be in a query whose rows are read,
 * because Postgres does not run an unread SELECT.
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
    `priority := ${PRIORITIES[name]}`,
  ];
  return `graphile_worker.add_job('${name}', ${[payloadSql, ...settings.filter(Boolean)].join(', ')})`;
}

/** Enqueues a job within the transaction of `db`. */
export const enqueueJob = <Name extends JobName>(db: Db, name: Name, payload: JobPayloads[Name]): Promise<unknown> =>
  sql<never, [string]>(`SELECT ${addJobSql(name, '$1::json')}`)(db, [JSON.stringify(payload)]);

/** The job that checks whether an assistant's screenshots are to be sent to its owner; migration 0004 enqueues it too. */
export const deliverPicturesJobSql = (assistantIdSql: string) =>
  addJobSql(
    'deliver_pictures',
    `json_build_object('assistant_id', ${assistantIdSql})`,
    `'delivery:' || ${assistantIdSql}`,
  );
