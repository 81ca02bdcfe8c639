import { type Db, oneRow, sql } from '../../database/statement.ts';
import type { Messages } from '../messages/en.ts';
import type { MessageText } from '../outbox/outbox.ts';

/** Times such as 22:00, on the clock of `bot_time_zone`. */
type BotSettings = {
  readonly quiet_from: string | null;
  readonly quiet_until: string | null;
  readonly digest_at: string | null;
  readonly bot_time_zone: string;
};

/** The zone of the page that polled last, if Postgres knows it. */
const ZONE = `coalesce((
    SELECT g.time_zone FROM pages g JOIN pg_timezone_names z ON z.name = g.time_zone
    WHERE g.owner_id = $1 AND g.unlinked_at IS NULL AND g.time_zone ~ '^[A-Za-z_]+/[A-Za-z0-9_+/-]+$'
    ORDER BY g.last_polled_at DESC NULLS LAST LIMIT 1
  ), 'UTC')`;
const COLUMNS = `to_char(quiet_from, 'HH24:MI') AS quiet_from, to_char(quiet_until, 'HH24:MI') AS quiet_until,
   to_char(digest_at, 'HH24:MI') AS digest_at, bot_time_zone`;

const readSettings = sql<BotSettings, [userId: string]>(
  `UPDATE users SET bot_time_zone = ${ZONE} WHERE id = $1 RETURNING ${COLUMNS}`,
);

const setQuietHours = sql<never, [userId: string, from: string | null, until: string | null]>(
  'UPDATE users SET quiet_from = $2, quiet_until = $3 WHERE id = $1',
);
const setDigest = sql<never, [userId: string, at: string | null]>('UPDATE users SET digest_at = $2 WHERE id = $1');

interface Choice {
  readonly data: string;
  textIn(settings: Messages['settings']): string;
  set(db: Db, userId: string): Promise<unknown>;
}

const quiet = (from: string, until: string): Choice => ({
  data: `set:quiet:${from}-${until}`,
  textIn: (settings) => settings.quiet(from, until),
  set: (db, userId) => setQuietHours(db, [userId, from, until]),
});
const digest = (at: string): Choice => ({
  data: `set:digest:${at}`,
  textIn: (settings) => settings.digest(at),
  set: (db, userId) => setDigest(db, [userId, at]),
});

const CHOICES: readonly Choice[] = [
  quiet('22:00', '08:00'),
  quiet('00:00', '09:00'),
  digest('09:00'),
  digest('18:00'),
  {
    data: 'set:quiet:off',
    textIn: ({ noQuiet }) => noQuiet,
    set: (db, userId) => setQuietHours(db, [userId, null, null]),
  },
  { data: 'set:digest:off', textIn: ({ atOnce }) => atOnce, set: (db, userId) => setDigest(db, [userId, null]) },
];
export const SETTINGS_DATA = /^set:/;

export async function settingsMessage(db: Db, userId: string, { settings }: Messages): Promise<MessageText> {
  const { quiet_from, quiet_until, digest_at, bot_time_zone: timeZone } = await oneRow(readSettings(db, [userId]));
  const quiet = quiet_from && quiet_until ? ([quiet_from, quiet_until] as const) : null;
  return {
    text: settings.text({ quiet, digestAt: digest_at, timeZone }),
    actions: CHOICES.map(({ data, textIn }) => ({ text: textIn(settings), data })),
  };
}

/** Unknown data changes nothing. A second press sets the same again. */
export async function changeSettings(db: Db, userId: string, pressed: string): Promise<void> {
  await CHOICES.find(({ data }) => data === pressed)?.set(db, userId);
}
