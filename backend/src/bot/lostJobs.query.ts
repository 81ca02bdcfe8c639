import { type Db, sql } from '../database/statement.ts';
import { collectFlyersJobSql } from './flyerParts.query.ts';
import { sendMessagesJobSql } from './outbox.query.ts';
import { handleUpdateJobSql } from './updates.query.ts';

/** Everything here is enqueued with its reason; what has waited this long without a job has lost it. */
const GRACE_MINUTES = 2;
const BATCH = 1_000;

const jobIsAlive = (keySql: string) => `EXISTS (
  SELECT FROM graphile_worker.jobs j
  WHERE j.key = ${keySql} AND (j.locked_at IS NOT NULL OR j.attempts < j.max_attempts))`;

const SWEEPS = [
  `SELECT ${sendMessagesJobSql('chat_id')} FROM (
     SELECT DISTINCT chat_id FROM bot_messages m
     WHERE state IN ('waiting', 'sending') AND send_after < now() - interval '${GRACE_MINUTES} minutes'
       AND created_at < now() - interval '${GRACE_MINUTES} minutes' AND NOT ${jobIsAlive(`'send:' || m.chat_id`)}
       AND NOT EXISTS (
         SELECT FROM graphile_worker.jobs j
         WHERE j.task_identifier = 'send_messages' AND j.locked_at IS NOT NULL AND j.queue_name = 'send:' || m.chat_id)
     LIMIT ${BATCH}
   ) lost`,
  `SELECT ${handleUpdateJobSql('update_id', `coalesce(body #>> '{message,chat,id}', 'none')`)} FROM (
     SELECT update_id, body FROM bot_updates u
     WHERE handled_at IS NULL AND received_at < now() - interval '${GRACE_MINUTES} minutes'
       AND NOT ${jobIsAlive(`'update:' || u.update_id`)}
     ORDER BY update_id LIMIT ${BATCH}
   ) lost`,
  `SELECT ${collectFlyersJobSql('chat_id', 'album', '0')} FROM (
     SELECT DISTINCT chat_id, album FROM bot_flyer_parts p
     WHERE outcome IS NULL AND received_at < now() - interval '${GRACE_MINUTES} minutes'
       AND NOT ${jobIsAlive(`'flyers:' || p.chat_id || ':' || p.album`)}
     LIMIT ${BATCH}
   ) lost`,
];

/** Enqueues anew what has lost its job, after 25 failures or by a hand in the jobs' table. Answers how many. */
export async function enqueueLostBotJobs(db: Db): Promise<number> {
  let enqueued = 0;
  for (const sweep of SWEEPS) enqueued += (await sql(sweep)(db, [])).length;
  return enqueued;
}
