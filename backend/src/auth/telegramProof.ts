import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { unauthorized } from '../http/errors.ts';

/** Who Telegram says is signing in. */
export interface TelegramPerson {
  readonly telegramId: string;
  /** Null for the many people who never chose one. */
  readonly username: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** As Telegram's app is set, like 'en' or 'ru'; the Login Widget does not tell it. */
  readonly languageCode?: string | undefined;
}

export interface ProvenWidget {
  readonly person: TelegramPerson;
  /** Identifies this very proof, so that it is taken once. */
  readonly proofHash: Buffer;
  readonly signedAt: Date;
}

/** The fields the Login Widget's callback received, untouched: an added or dropped one breaks the hash. */
export type WidgetFields = Readonly<Record<string, string | number>>;

export const INIT_DATA_MAX_AGE_SECONDS = 60 * 60;
export const WIDGET_MAX_AGE_SECONDS = 5 * 60;
const MAX_AHEAD_SECONDS = 60;

const invalid = () => unauthorized('auth.proof_invalid', 'Telegram did not confirm this sign-in.');

/** What Telegram signs: every pair but those named, decoded, sorted, a line each. */
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

function checkAge(authDate: string | undefined, maxAgeSeconds: number, now: Date): Date {
  if (!authDate || !/^\d{1,12}$/.test(authDate)) throw invalid();
  const ageSeconds = now.getTime() / 1000 - Number(authDate);
  if (ageSeconds > maxAgeSeconds || ageSeconds < -MAX_AHEAD_SECONDS) {
    throw unauthorized('auth.proof_stale', 'This sign-in is out of date. Please sign in again.');
  }
  return new Date(Number(authDate) * 1000);
}

function person(user: Readonly<Record<string, unknown>>): TelegramPerson {
  const id = String(user.id);
  // Above 2^53 JSON.parse has already rounded the id to somebody else's.
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
    // Signed by Telegram and yet no JSON: not a person signing in.
  }
  throw invalid();
}

/**
 * Checks the raw init data of a Mini App (core.telegram.org/bots/webapps, "Validating data").
 * `signature` is one of the signed fields and stays in. Throws a 401: auth.proof_invalid, auth.proof_stale.
 */
export function verifyInitData(initData: string, botToken: string, now: Date): TelegramPerson {
  const pairs = [...new URLSearchParams(initData)];
  const fields = new Map(pairs);
  // Of two equal keys the signer and we might each read another one.
  if (fields.size !== pairs.length) throw invalid();
  checkHash(pairs, createHmac('sha256', 'WebAppData').update(botToken).digest());
  checkAge(fields.get('auth_date'), INIT_DATA_MAX_AGE_SECONDS, now);
  return person(parseUser(fields.get('user')));
}

/**
 * Checks what the Login Widget handed over (core.telegram.org/widgets/login, "Checking authorization").
 * Whether it was used before is the caller's to check. Throws a 401: auth.proof_invalid, auth.proof_stale.
 */
export function verifyWidget(widget: WidgetFields, botToken: string, now: Date): ProvenWidget {
  const pairs = Object.entries(widget).map(([name, value]) => [name, String(value)] as const);
  // A line feed in a value could pass for the next field of the signed text.
  if (pairs.some(([, value]) => value.includes('\n'))) throw invalid();
  const proofHash = checkHash(pairs, createHash('sha256').update(botToken).digest());
  const fields = Object.fromEntries(pairs);
  const signedAt = checkAge(fields.auth_date, WIDGET_MAX_AGE_SECONDS, now);
  return { person: person(fields), proofHash, signedAt };
}
