import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { unauthorized } from '../../server/http/errors.ts';

export interface TelegramAccount {
  readonly telegramId: string;
  readonly username: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** Such as 'en' or 'ru'. The Login Widget does not send it. */
  readonly languageCode?: string | undefined;
  /** Whether the bot may write to the person. Undefined where Telegram does not say. */
  readonly mayWrite?: boolean | undefined;
}

export interface ProvenSignIn {
  readonly person: TelegramAccount;
  readonly proofHash?: Buffer;
}

/** The hash covers exactly the fields of the Login Widget's callback. */
export type WidgetFields = Readonly<Record<string, string | number>>;

const INIT_DATA_MAX_AGE_SECONDS = 60 * 60;
export const WIDGET_MAX_AGE_SECONDS = 5 * 60;
const MAX_AHEAD_SECONDS = 60;

export const invalidProof = () => unauthorized('auth.proof_invalid', 'Telegram did not confirm this sign-in.');

/** Telegram signs the sorted decoded pairs without the `unsigned` ones, one in each line. */
export const signedText = (pairs: readonly (readonly [string, string])[], unsigned: readonly string[]): string =>
  pairs
    .filter(([name]) => !unsigned.includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n');

/** `hash` is the HMAC of the other pairs. Returns its bytes. */
function checkHash(pairs: readonly (readonly [string, string])[], key: Buffer): Buffer {
  const claimed = pairs.find(([name]) => name === 'hash')?.[1] ?? '';
  if (!/^[0-9a-f]{64}$/i.test(claimed)) throw invalidProof();
  const expected = createHmac('sha256', key)
    .update(signedText(pairs, ['hash']))
    .digest();
  if (!timingSafeEqual(expected, Buffer.from(claimed, 'hex'))) throw invalidProof();
  return expected;
}

function checkAge(authDate: string | undefined, maxAgeSeconds: number, now: Date): void {
  if (!authDate || !/^\d{1,12}$/.test(authDate)) throw invalidProof();
  const ageSeconds = now.getTime() / 1000 - Number(authDate);
  if (ageSeconds > maxAgeSeconds || ageSeconds < -MAX_AHEAD_SECONDS) {
    throw unauthorized('auth.proof_stale', 'This sign-in is out of date. Please sign in again.');
  }
}

export function accountOf(user: Readonly<Record<string, unknown>>): TelegramAccount {
  const id = String(user.id);
  // JSON.parse rounds numbers above 2^53, and the rounded number could be the id of another account.
  if (!/^[1-9]\d{0,15}$/.test(id) || !Number.isSafeInteger(Number(id))) throw invalidProof();
  const text = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '') : '');
  return {
    telegramId: id,
    username: text(user.username) || null,
    firstName: text(user.first_name),
    lastName: text(user.last_name),
    languageCode: text(user.language_code) || undefined,
  };
}

function parseUser(json: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const user: unknown = JSON.parse(json ?? '');
    if (typeof user === 'object' && user !== null) return user as Record<string, unknown>;
  } catch {}
  throw invalidProof();
}

/** core.telegram.org/bots/webapps, "Validating data". */
export function verifyInitData(
  initData: string,
  botToken: string,
  now: Date,
  maxAgeSeconds = INIT_DATA_MAX_AGE_SECONDS,
): TelegramAccount {
  const pairs = [...new URLSearchParams(initData)];
  const fields = new Map(pairs);
  // Refuses repeated keys, because Telegram may have used the other value.
  if (fields.size !== pairs.length) throw invalidProof();
  checkHash(pairs, createHmac('sha256', 'WebAppData').update(botToken).digest());
  checkAge(fields.get('auth_date'), maxAgeSeconds, now);
  const user = parseUser(fields.get('user'));
  return { ...accountOf(user), mayWrite: user.allows_write_to_pm === true };
}

/** core.telegram.org/widgets/login. The caller must check whether the proof was used before. */
export function verifyWidget(widget: WidgetFields, botToken: string, now: Date): ProvenSignIn {
  const pairs = Object.entries(widget).map(([name, value]) => [name, String(value)] as const);
  // In the signed text a line feed separates fields, so a value with a line feed could imitate another field.
  if (pairs.some(([, value]) => value.includes('\n'))) throw invalidProof();
  const proofHash = checkHash(pairs, createHash('sha256').update(botToken).digest());
  const fields = Object.fromEntries(pairs);
  checkAge(fields.auth_date, WIDGET_MAX_AGE_SECONDS, now);
  return { person: accountOf(fields), proofHash };
}
