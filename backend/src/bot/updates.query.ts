import type { Update } from 'grammy/types';
import { type Db, sql, statement } from '../database/statement.ts';
import { retryConflicts } from '../database/transaction.ts';
import { addJobSql } from '../jobs/enqueue.query.ts';

/** What the bot asks Telegram for: everything else would only be thrown away. */
export const WANTED_UPDATES = ['message'] as const;

/** Everything that one chat makes the bot do happens in one line. */
export const chatQueueSql = (chatIdSql: string) => `'chat:' || ${chatIdSql}`;

export const handleUpdateJobSql = (updateIdSql: string, chatIdSql: string) =>
  addJobSql(
    'handle_update',
    `json_build_object('update_id', ${updateIdSql}::text)`,
    `'update:' || ${updateIdSql}::text`,
    {
      queueSql: chatQueueSql(chatIdSql),
    },
  );

const store = statement<{ stored: number }, [string]>(
  'bot_store_updates',
  `WITH stored AS (
    INSERT INTO bot_updates (update_id, body)
    SELECT (u ->> 'update_id')::bigint, u FROM jsonb_array_elements($1::jsonb) u
    ON CONFLICT (update_id) DO NOTHING
    RETURNING update_id, body
  ),
  jobs AS (
    SELECT ${handleUpdateJobSql('s.update_id', `coalesce(s.body #>> '{message,chat,id}', 'none')`)}
    FROM (SELECT * FROM stored ORDER BY update_id) s
  )
  SELECT count(*)::int AS stored FROM jobs`,
);

/**
 * Keeps updates and enqueues their handling in one statement; only then may they be acknowledged. A redelivered one is
 * known by its id and changes nothing. Answers how many were new.
 */
export async function storeUpdates(db: Db, updates: readonly Update[]): Promise<number> {
  if (updates.length === 0) return 0;
  // What Postgres refuses to keep would come again for ever: the character NUL, and halves of characters.
  const json = JSON.stringify(updates, (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
  );
  // Two that enqueue for one chat at once may meet at its queue's row.
  return (await retryConflicts(() => store(db, [json])))[0]?.stored ?? 0;
}

/** An update that is still to be handled, its row locked. */
export const lockUpdate = sql<{ body: Update }, [updateId: string]>(
  'SELECT body FROM bot_updates WHERE update_id = $1 AND handled_at IS NULL FOR UPDATE',
);

export const markHandled = sql<never, [updateId: string]>(
  'UPDATE bot_updates SET handled_at = now() WHERE update_id = $1',
);
