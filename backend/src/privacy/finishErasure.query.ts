import { sql } from '../database/statement.ts';
import { PERSONAL_TABLES, type PersonalTable } from './personalTables.query.ts';

/** A device may report a post that it has begun. Afterwards its claim is ended even if the device extends its lease. */
const CLAIMS_END_AFTER_MINUTES = 10;

export type Erasure = { readonly telegram_id: string; readonly claims_must_end: boolean };

/** No row when the erasure is finished. */
export const findErasure = sql<Erasure, [userId: string]>(
  `SELECT telegram_id, requested_at < now() - interval '${CLAIMS_END_AFTER_MINUTES} minutes' AS claims_must_end
   FROM erasures WHERE user_id = $1`,
);
export const endErasure = sql<never, [userId: string]>('DELETE FROM erasures WHERE user_id = $1');

/** Also the pages that were unlinked before. */
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

/** Deletes or clears a batch of the rows that are not yet as the erasure leaves them. */
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

/** The tables from which a job erases, each with the statement of a batch. */
export const erasedTables = (atMost: number) =>
  PERSONAL_TABLES.filter(({ erased }) => erased).map(({ isByTask = false, ...table }) => ({
    isByTask,
    eraseBatch: eraseRows(table, atMost),
  }));

const JOBS_OF_CHAT = `queue_name IN ('chat:' || $1::text, 'send:' || $1::text)`;
/** The jobs of the private chat with the bot. Not those of a person who has signed in again. */
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
