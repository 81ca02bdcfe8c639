import { sql } from '../database/statement.ts';
import { addJobSql, ERASURE_QUEUE } from '../jobs/enqueue.query.ts';

/** Deletes the messages that a person has sent to the bot, so that a message that waits does not create the account again. */
export const deleteUpdatesFrom = sql<never, [telegramId: string]>(
  `DELETE FROM bot_updates WHERE coalesce(body #>> '{message,from,id}', body #>> '{callback_query,from,id}') = $1`,
);

/** Removes the identity of a user, ends the sessions, and records that the erasure must be finished. */
export const beginErasure = sql<never, [userId: string]>(
  `WITH erasure AS (
    INSERT INTO erasures (user_id, telegram_id, names)
    SELECT id, telegram_id, lower(concat_ws(E'\n', '@' || username, first_name || ' ' || last_name,
      (SELECT string_agg(concat_ws(E'\n', name, '@' || username, creator_id), E'\n') FROM pages WHERE owner_id = $1),
      (SELECT string_agg(name, E'\n') FROM assistants WHERE owner_id = $1)))
    FROM users WHERE id = $1
  ),
  session AS (DELETE FROM sessions WHERE user_id = $1),
  ticket AS (DELETE FROM download_tickets WHERE admin_id = $1)
  UPDATE users
  SET telegram_id = 'erased-' || left(replace(gen_random_uuid()::text, '-', ''), 24), username = 'Deleted account', first_name = '', last_name = '',
    language = 'en', is_active = false, is_posting_active = false, posting_switched_at = NULL, last_login_at = NULL,
    erased_at = now(), quiet_from = NULL, quiet_until = NULL, digest_at = NULL, bot_time_zone = 'UTC'
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
