import { sql } from '../../database/statement.ts';
import { addJobSql, ERASURE_QUEUE } from '../../jobs/enqueue.query.ts';
import { PERSONAL_TABLES, type PersonalTable } from './personalTables.query.ts';

/** A message that waits must not create the account again. A payment or its refund is booked only if the person has signed in again, and is logged otherwise. */
export const deleteUpdatesFrom = sql<never, [telegramId: string]>(
  `DELETE FROM bot_updates WHERE coalesce(body #>> '{message,from,id}', body #>> '{callback_query,from,id}') = $1
     AND body #> '{message,successful_payment}' IS NULL AND body #> '{message,refunded_payment}' IS NULL`,
);

export const beginErasure = sql<never, [userId: string, telegramIdHash: Buffer]>(
  `WITH erasure AS (
    INSERT INTO erasures (user_id, telegram_id_hash, telegram_id, names)
    SELECT id, $2, telegram_id, lower(concat_ws(E'\n', '@' || username, first_name || ' ' || last_name,
      (SELECT string_agg(concat_ws(E'\n', name, '@' || username, creator_id), E'\n') FROM pages WHERE owner_id = $1),
      (SELECT string_agg(name, E'\n') FROM assistants WHERE owner_id = $1)))
    FROM users WHERE id = $1
  ),
  session AS (DELETE FROM sessions WHERE user_id = $1),
  ticket AS (DELETE FROM download_tickets WHERE admin_id = $1)
  UPDATE users
  SET telegram_id = 'erased-' || left(replace(gen_random_uuid()::text, '-', ''), 24), username = 'Deleted account', first_name = '', last_name = '',
    language = 'en', is_active = false, is_posting_active = false, posting_switched_at = NULL, last_login_at = NULL,
    erased_at = now(), quiet_from = NULL, quiet_until = NULL, digest_at = NULL, bot_time_zone = 'UTC',
    messages_refused_at = NULL
  WHERE id = $1`,
);

const eraseJobSql = (runAtSql?: string) =>
  addJobSql('erase_account', `json_build_object('user_id', $1::uuid)`, `'erase:' || $1::uuid::text`, {
    queueSql: ERASURE_QUEUE,
    ...(runAtSql && { runAtSql }),
  });
export const enqueueErasure = sql<never, [userId: string]>(`SELECT ${eraseJobSql()}`);
export const enqueueErasureAgain = sql<never, [userId: string, seconds: number]>(
  `SELECT ${eraseJobSql('now() + make_interval(secs => $2)')}`,
);

/** Afterwards a claim is ended even if the device extends its lease. */
const CLAIMS_END_AFTER_MINUTES = 10;

type Erasure = { readonly telegram_id: string; readonly claims_must_end: boolean };

export const findErasure = sql<Erasure, [userId: string]>(
  `SELECT telegram_id, requested_at < now() - interval '${CLAIMS_END_AFTER_MINUTES} minutes' AS claims_must_end
   FROM erasures WHERE user_id = $1`,
);
export const endErasure = sql<never, [userId: string]>(
  'UPDATE erasures SET user_id = NULL, telegram_id = NULL, names = NULL WHERE user_id = $1',
);

export const listPageGuids = sql<{ guid: string }, [userId: string]>(
  'SELECT guid FROM pages WHERE owner_id = $1 ORDER BY guid',
);
export const listDeletedAssistants = sql<{ id: string }, [userId: string]>(
  'SELECT id FROM assistants WHERE owner_id = $1 ORDER BY id',
);
export const listTasks = sql<{ id: string }, [userId: string]>('SELECT id FROM tasks WHERE owner_id = $1 ORDER BY id');

export const expireClaims = sql<never, [userId: string]>(
  'UPDATE in_flight SET lease_expires_at = now() WHERE owner_id = $1',
);
export const countClaims = sql<{ claims: number }, [userId: string]>(
  'SELECT count(*)::int AS claims FROM in_flight WHERE owner_id = $1',
);

function eraseRows({ table, of, erased }: PersonalTable, atMost: number) {
  const set = typeof erased === 'object' ? Object.entries(erased) : [];
  const isLeft = set.map(([column, value]) => `${column} IS DISTINCT FROM ${value}`).join(' OR ') || 'true';
  const change =
    erased === 'delete'
      ? `DELETE FROM ${table}`
      : `UPDATE ${table} SET ${set.map(([column, value]) => `${column} = ${value}`).join(', ')}`;
  return sql<{ changed: number }, [userIdOrTasks: string | readonly string[]]>(
    `WITH changed AS (
      ${change} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE (${of}) AND (${isLeft}) LIMIT ${atMost})) RETURNING 1
    )
    SELECT count(*)::int AS changed FROM changed`,
  );
}

export const erasedTables = (atMost: number) =>
  PERSONAL_TABLES.filter(({ erased }) => erased).map(({ isByTask = false, ...table }) => ({
    isByTask,
    eraseBatch: eraseRows(table, atMost),
  }));

const JOBS_OF_CHAT = `queue_name IN ('chat:' || $1::text, 'send:' || $1::text)`;
/** Not those of a person who has signed in again. */
export const completeJobsOfChat = sql<never, [telegramId: string]>(
  `SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
   WHERE ${JOBS_OF_CHAT} AND locked_at IS NULL
     AND created_at < coalesce((SELECT created_at FROM users WHERE telegram_id = $1), 'infinity') HAVING count(*) > 0`,
);
/** Renamed, because a job could be added to a queue while it is deleted, and would never run then. */
export const renameQueuesOfChat = sql<never, [telegramId: string]>(
  `UPDATE graphile_worker._private_job_queues SET queue_name = 'erased:' || gen_random_uuid()
   WHERE ${JOBS_OF_CHAT} AND NOT EXISTS (SELECT FROM users WHERE telegram_id = $1)`,
);
