import { createHash, createHmac } from 'node:crypto';

export interface TelegramUser {
  readonly id: number;
  readonly first_name: string;
  readonly last_name?: string;
  readonly username?: string;
  readonly allows_write_to_pm?: boolean;
}

/** Adds Telegram's hash, whose key is derived from the bot's token. */
function signed(fields: Readonly<Record<string, string>>, key: Buffer): string {
  const checked = Object.entries(fields)
    .map((pair) => pair.join('='))
    .sort()
    .join('\n');
  const hash = createHmac('sha256', key).update(checked).digest('hex');
  return new URLSearchParams({ ...fields, hash }).toString();
}

const secondsAgo = (seconds: number): string => String(Math.floor(Date.now() / 1000) - seconds);

/** Init data with Telegram's signature, signed `ageSeconds` ago. */
export function signedInitData(botToken: string, user: TelegramUser, ageSeconds = 0): string {
  const fields = {
    query_id: 'AAHdF6IQAAAAAN0XohDhrOrc',
    user: JSON.stringify({ allows_write_to_pm: true, ...user }),
    auth_date: secondsAgo(ageSeconds),
  };
  return signed(fields, createHmac('sha256', 'WebAppData').update(botToken).digest());
}

/** The query of a Login Widget callback. It contains only the fields that the user has. */
export function signedWidgetQuery(
  botToken: string,
  { id, allows_write_to_pm: _, ...names }: TelegramUser,
  ageSeconds = 0,
): string {
  const fields = { id: String(id), ...names, auth_date: secondsAgo(ageSeconds) };
  return signed(fields, createHash('sha256').update(botToken).digest());
}
