/** Every kind of job and what it is told. A job may run twice or late, so it reads the truth from the database itself. */
export interface JobPayloads {
  render_picture: { posting_id: string };
  picture_sweep: Record<never, never>;
  offline_sweep: Record<never, never>;
  housekeeping: Record<never, never>;
  screenshot_retention: Record<never, never>;
  /** Deals with what Telegram sent: jobs of one chat run one after the other. */
  handle_update: { update_id: string };
  collect_flyers: { chat_id: string; album: string };
  /** Sends what is waiting for a chat, in order. */
  send_messages: { chat_id: string };
  deliver_pictures: { assistant_id: string };
  bot_sweep: Record<never, never>;
}
export type JobName = keyof JobPayloads;

export interface JobContext {
  /** Aborts when the process is about to end: whoever can stop early should, and throw, to be run again elsewhere. */
  readonly abortSignal: AbortSignal;
}
export type JobHandler<Name extends JobName> = (payload: JobPayloads[Name], context: JobContext) => Promise<void>;
export type JobHandlers = { readonly [Name in JobName]: JobHandler<Name> };

interface AddJobOptions {
  /** When to run it, as an SQL expression; at once unless given. */
  readonly runAtSql?: string;
  readonly maxAttempts?: number;
  /** Jobs of one queue never run at the same time, as an SQL expression. */
  readonly queueSql?: string;
}

/** Of two jobs that are due, the one with the smaller number goes first: pictures can pile up and must not hold up the rest. */
const PRIORITIES: Readonly<Record<JobName, number>> = {
  picture_sweep: 0,
  offline_sweep: 0,
  housekeeping: 0,
  screenshot_retention: 0,
  bot_sweep: 0,
  handle_update: 5,
  collect_flyers: 5,
  deliver_pictures: 5,
  send_messages: 6,
  render_picture: 10,
};

/**
 * A call of graphile_worker.add_job for use inside a domain statement, so that a job is enqueued in the very transaction
 * that makes it necessary, and not at all when that is rolled back. Arguments are SQL expressions; a job with the key of one
 * that still waits replaces it. Inside a WITH it must be in a query whose rows somebody reads: Postgres runs an
 * unread SELECT not at all.
 */
export function addJobSql(
  name: JobName,
  payloadSql: string,
  keySql?: string,
  { runAtSql, maxAttempts = 25, queueSql }: AddJobOptions = {},
): string {
  const settings = [
    keySql && `job_key := ${keySql}`,
    queueSql && `queue_name := ${queueSql}`,
    runAtSql && `run_at := ${runAtSql}`,
    `max_attempts := ${maxAttempts}`,
    `priority := ${PRIORITIES[name]}`,
  ];
  return `graphile_worker.add_job('${name}', ${[payloadSql, ...settings.filter(Boolean)].join(', ')})`;
}

/** Key of a posting's render job: at most one waits for each posting. */
export const pictureKeySql = (postingIdSql: string) => `'picture:' || ${postingIdSql}`;

/** The job that makes a posting's picture and completes it. `postingIdSql` must be a uuid expression. */
export const renderPictureJobSql = (postingIdSql: string, options: AddJobOptions = {}) =>
  addJobSql('render_picture', `json_build_object('posting_id', ${postingIdSql})`, pictureKeySql(postingIdSql), options);

/** The job that looks whether an assistant's pictures are to be handed to its owner; migration 0004 enqueues it too. */
export const deliverPicturesJobSql = (assistantIdSql: string) =>
  addJobSql(
    'deliver_pictures',
    `json_build_object('assistant_id', ${assistantIdSql})`,
    `'delivery:' || ${assistantIdSql}`,
  );
