import type { Update } from 'grammy/types';
import { type Db, sql, statement } from '../../database/statement.ts';
import { retryConflicts } from '../../database/transaction.ts';
import { addJobSql } from '../../jobs/enqueue.query.ts';

export const WANTED_UPDATES = ['message', 'callback_query', 'pre_checkout_query'] as const;

/** The private chat's id is the user's. The name of a queue may not be long. */
const CHAT_ID = String.raw`coalesce(substring(coalesce(s.body #>> '{message,chat,id}', s.body #>> '{callback_query,from,id}') FROM '^-?\d{1,20}$'), 'none')`;

export const chatQueueSql = (chatIdSql: string) => `'chat:' || ${chatIdSql}`;

const handleUpdateJobSql = addJobSql(
  'handle_update',
  `json_build_object('update_id', s.update_id::text)`,
  `'update:' || s.update_id::text`,
  { queueSql: chatQueueSql(CHAT_ID) },
);

const store = statement<{ stored: number }, [string]>(
  `WITH stored AS (
    INSERT INTO bot_updates (update_id, body)
    SELECT (u ->> 'update_id')::bigint, u FROM jsonb_array_elements($1::jsonb) u
    ON CONFLICT (update_id) DO NOTHING
    RETURNING update_id, body
  ),
  jobs AS (
    SELECT ${handleUpdateJobSql} FROM (SELECT * FROM stored ORDER BY update_id) s
  )
  SELECT count(*)::int AS stored FROM jobs`,
);

export const isUpdate = (body: object): body is Update =>
  Number.isSafeInteger((body as { update_id?: unknown } | null)?.update_id);

/** One statement, after which the caller acknowledges. Updates that are known, have no usable id or are answered at once (checkout.ts) are ignored. Returns how many were new. */
export async function storeUpdates(db: Db, received: readonly Update[]): Promise<number> {
  const updates = received.filter((update) => isUpdate(update) && !update.pre_checkout_query);
  if (updates.length === 0) return 0;
  // Postgres refuses NUL and lone surrogates. Telegram would deliver such an update again and again.
  const json = JSON.stringify(updates, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
  // Concurrent statements that enqueue jobs of one chat may conflict at the row of its queue.
  return (await retryConflicts(() => store(db, [json])))[0]?.stored ?? 0;
}

/** No row when the update was marked before. Another transaction that marks it waits until this one ends. */
export const markHandled = sql<{ body: Update }, [updateId: string]>(
  'UPDATE bot_updates SET handled_at = now() WHERE update_id = $1 AND handled_at IS NULL RETURNING body',
);
