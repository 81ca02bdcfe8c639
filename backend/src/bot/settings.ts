import { type Db, oneRow } from '../database/statement.ts';
import type { Messages } from './messages/botMessages.ts';
import type { MessageText } from './outbox.ts';
import { readSettings, setDigest, setQuietHours } from './settings.query.ts';

interface Choice {
  /** Of the button. */
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

/** The settings of a user's alerts, with a button for each choice. */
export async function settingsMessage(db: Db, userId: string, { settings }: Messages): Promise<MessageText> {
  const { quiet_from, quiet_until, digest_at, time_zone } = await oneRow(readSettings(db, [userId]));
  const quiet = quiet_from && quiet_until ? ([quiet_from, quiet_until] as const) : null;
  return {
    text: settings.text({ quiet, digestAt: digest_at, timeZone: time_zone }),
    actions: CHOICES.map(({ data, textIn }) => ({ text: textIn(settings), data })),
  };
}

/** Does what a button of the settings says; unknown data changes nothing. A second press sets the same again. */
export async function changeSettings(db: Db, userId: string, pressed: string): Promise<void> {
  await CHOICES.find(({ data }) => data === pressed)?.set(db, userId);
}
