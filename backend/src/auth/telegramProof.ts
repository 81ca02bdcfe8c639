import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { unauthorized } from '../http/errors.ts';

/** Who is signing in, according to Telegram. */
export interface TelegramPerson {
  readonly telegramId: string;
  /** Null where the person has none. */
  readonly username: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** Of Telegram's app, such as 'en' or 'ru'; the Login Widget does not send it. */
  readonly languageCode?: string | undefined;
}

export interface ProvenSignIn {
  readonly person: TelegramPerson;
  /** Identifies a proof that is accepted once. */
  readonly proofHash?: Buffer;
}

/** The fields that the Login Widget's callback received, unchanged: an added or removed one breaks the hash. */
export type WidgetFields = Readonly<Record<string, string | number>>;

const INIT_DATA_MAX_AGE_SECONDS = 60 * 60;
export const WIDGET_MAX_AGE_SECONDS = 5 * 60;
const MAX_AHEAD_SECONDS = 60;

const invalid = () => unauthorized('auth.proof_invalid', 'Telegram did not confirm this sign-in.');

/** What Telegram signs: every decoded pair except the `unsigned` ones, sorted, one a line. */
export const signedText = (pairs: readonly (readonly [string, string])[], unsigned: readonly string[]): string =>
  pairs
    .filter(([name]) => !unsigned.includes(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n');

/** Checks the HMAC over every pair but `hash`; returns the hash's bytes. */
function checkHash(pairs: readonly (readonly [string, string])[], key: Buffer): Buffer {
  const claimed = pairs.find(([name]) => name === 'hash')?.[1] ?? '';
  if (!/^[0-9a-f]{64}$/i.test(claimed)) throw invalid();
  const expected = createHmac('sha256', key)
    .update(signedText(pairs, ['hash']))
    .digest();
  if (!timingSafeEqual(expected, Buffer.from(claimed, 'hex'))) throw invalid();
  return expected;
}

function checkAge(authDate: string | undefined, maxAgeSeconds: number, now: Date): void {
  if (!authDate || !/^\d{1,12}$/.test(authDate)) throw invalid();
  const ageSeconds = now.getTime() / 1000 - Number(authDate);
  if (ageSeconds > maxAgeSeconds || ageSeconds < -MAX_AHEAD_SECONDS) {
    throw unauthorized('auth.proof_stale', 'This sign-in is out of date. Please sign in again.');
  }
}

function person(user: Readonly<Record<string, unknown>>): TelegramPerson {
  const id = String(user.id);
  // JSON.parse rounds a number above 2^53, which could be the id of somebody else.
  if (!/^[1-9]\d{0,15}$/.test(id) || !Number.isSafeInteger(Number(id))) throw invalid();
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
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
  } catch {
    // Signed by Telegram, but not a sign-in.
  }
  throw invalid();
}

/**
 * Checks the raw init data of a Mini App (core.telegram.org/bots/webapps, "Validating data").
 * `signature` is one of the signed fields. Throws a 401: auth.proof_invalid, auth.proof_stale.
 */
export function verifyInitData(initData: string, botToken: string, now: Date): TelegramPerson {
  const pairs = [...new URLSearchParams(initData)];
  const fields = new Map(pairs);
  // Of two equal keys the signer might have read the other one.
  if (fields.size !== pairs.length) throw invalid();
  checkHash(pairs, createHmac('sha256', 'WebAppData').update(botToken).digest());
  checkAge(fields.get('auth_date'), INIT_DATA_MAX_AGE_SECONDS, now);
  return person(parseUser(fields.get('user')));
}

/**
 * Checks the fields of the Login Widget (core.telegram.org/widgets/login, "Checking authorization").
 * The caller must check whether it was used before. Throws a 401: auth.proof_invalid, auth.proof_stale.
 */
export function verifyWidget(widget: WidgetFields, botToken: string, now: Date): ProvenSignIn {
  const pairs = Object.entries(widget).map(([name, value]) => [name, String(value)] as const);
  // A line feed in a value could pass for the next field of the signed text.
  if (pairs.some(([, value]) => value.includes('\n'))) throw invalid();
  const proofHash = checkHash(pairs, createHash('sha256').update(botToken).digest());
  const fields = Object.fromEntries(pairs);
  checkAge(fields.auth_date, WIDGET_MAX_AGE_SECONDS, now);
  return { person: person(fields), proofHash };
}
