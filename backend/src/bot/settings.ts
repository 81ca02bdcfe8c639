import { type Db, oneRow } from '../database/statement.ts';
import type { Messages } from './messages/botMessages.ts';
import type { MessageText } from './outbox.ts';
import { readSettings, setDigest, setQuietHours } from './settings.query.ts';

/** The choices under the settings: hours of the day. */
const QUIET = [
  ['22:00', '08:00'],
  ['00:00', '09:00'],
] as const;
const DIGESTS = ['09:00', '18:00'] as const;

const DATA = /^set:(?:quiet:(?<from>\d\d:\d\d)-(?<until>\d\d:\d\d)|digest:(?<at>\d\d:\d\d)|(?<off>quiet|digest):off)$/;
export const SETTINGS_DATA = /^set:/;

/** The settings of a user's alerts, with a button for each choice. */
export async function settingsMessage(db: Db, userId: string, { settings }: Messages): Promise<MessageText> {
  const now = await oneRow(readSettings(db, [userId]));
  const quiet = now.quiet_from && now.quiet_until ? ([now.quiet_from, now.quiet_until] as const) : null;
  return {
    text: settings.text({ quiet, digestAt: now.digest_at, timeZone: now.time_zone }),
    actions: [
      ...QUIET.map(([from, until]) => ({ text: settings.quiet(from, until), data: `set:quiet:${from}-${until}` })),
      ...DIGESTS.map((at) => ({ text: settings.digest(at), data: `set:digest:${at}` })),
      { text: settings.noQuiet, data: 'set:quiet:off' },
      { text: settings.atOnce, data: 'set:digest:off' },
    ],
  };
}

/** Does what a button of the settings says; unknown data changes nothing. A second press sets the same again. */
export async function changeSettings(db: Db, userId: string, data: string): Promise<void> {
  const { from, until, at, off } = DATA.exec(data)?.groups ?? {};
  if (from && until && QUIET.some((choice) => choice[0] === from && choice[1] === until))
    await setQuietHours(db, [userId, from, until]);
  if (at && DIGESTS.some((choice) => choice === at)) await setDigest(db, [userId, at]);
  if (off === 'quiet') await setQuietHours(db, [userId, null, null]);
  if (off === 'digest') await setDigest(db, [userId, null]);
}
