import { sql } from '../database/statement.ts';

/** Times of the day as 22:00, on the clock of `time_zone`. */
export type BotSettings = {
  readonly quiet_from: string | null;
  readonly quiet_until: string | null;
  readonly digest_at: string | null;
  readonly time_zone: string;
};

/** The zone of the page that polled last, if Postgres knows it. */
const ZONE = `coalesce((
    SELECT g.time_zone FROM pages g JOIN pg_timezone_names z ON z.name = g.time_zone
    WHERE g.owner_id = $1 AND g.unlinked_at IS NULL AND g.time_zone ~ '^[A-Za-z_]+/[A-Za-z0-9_+/-]+$'
    ORDER BY g.last_polled_at DESC NULLS LAST LIMIT 1
  ), 'UTC')`;
const COLUMNS = `to_char(quiet_from, 'HH24:MI') AS quiet_from, to_char(quiet_until, 'HH24:MI') AS quiet_until,
   to_char(digest_at, 'HH24:MI') AS digest_at, time_zone`;

/** Makes the row if there is none, and sets its zone. */
export const readSettings = sql<BotSettings, [userId: string]>(
  `INSERT INTO bot_settings (user_id, time_zone) VALUES ($1, ${ZONE})
   ON CONFLICT (user_id) DO UPDATE SET time_zone = EXCLUDED.time_zone RETURNING ${COLUMNS}`,
);

export const setQuietHours = sql<never, [userId: string, from: string | null, until: string | null]>(
  'UPDATE bot_settings SET quiet_from = $2, quiet_until = $3 WHERE user_id = $1',
);
export const setDigest = sql<never, [userId: string, at: string | null]>(
  'UPDATE bot_settings SET digest_at = $2 WHERE user_id = $1',
);
