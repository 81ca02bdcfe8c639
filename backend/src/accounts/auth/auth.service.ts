import type { SignInBody } from '@flyerdeck/contracts';
import { IsNull } from 'typeorm';
import type { Config } from '../../config.ts';
import type { Db } from '../../database/statement.ts';
import { forbidden, HttpError, notFound, unauthorized } from '../../server/http/errors.ts';
import { hashSecret, newSecret } from '../../server/security/secrets.ts';
import { Session } from './session.entity.ts';
import { deleteSessionsOf, endSurplusSessions, insertUsedProof, SESSION_DAYS } from './sessions.query.ts';
import {
  type ProvenSignIn,
  type TelegramAccount,
  verifyInitData,
  verifyWidget,
  type WidgetFields,
} from './telegramProof.ts';
import { User } from './user.entity.ts';
import { ensureUser } from './users.service.ts';

export type SignInSettings = Pick<Config, 'authMode' | 'botToken' | 'adminTelegramIds' | 'demo' | 'erasureKey'>;

/** The names are used only in mock mode; otherwise those of the proof are. */
export type SignInAttempt = Omit<SignInBody, 'widget'> & { readonly widget?: WidgetFields };

/** The init data of a mini app is renewed only when it is opened again. */
const NEW_INIT_DATA_MAX_AGE_SECONDS = 15 * 60;

const MOCK_ID = /^[\w-]{1,32}$/;

function mockPerson({ telegram_id: telegramId, username, first_name, last_name }: SignInAttempt): TelegramAccount {
  // Later calls send the id in a header, so it must not contain other characters.
  if (!MOCK_ID.test(telegramId)) throw unauthorized('auth.proof_invalid', 'This Telegram id has a wrong form.');
  return { telegramId, username: username || null, firstName: first_name ?? '', lastName: last_name ?? '' };
}

function provenPerson(
  attempt: Pick<SignInAttempt, 'telegram_id' | 'init_data' | 'widget'>,
  botToken: string | null,
  now: Date,
  initDataMaxAgeSeconds?: number,
): ProvenSignIn {
  const { init_data: initData, widget } = attempt;
  if (!initData && !widget) throw unauthorized('auth.proof_missing', 'Please sign in through Telegram.');
  if (initData && widget) throw unauthorized('auth.proof_invalid', 'Send one proof of the sign-in, not two.');
  if (botToken === null) throw new Error('Sign-ins cannot be checked without BOT_TOKEN.');
  const proven = widget
    ? verifyWidget(widget, botToken, now)
    : { person: verifyInitData(initData ?? '', botToken, now, initDataMaxAgeSeconds) };
  if (proven.person.telegramId !== attempt.telegram_id) {
    throw unauthorized('auth.proof_invalid', 'This sign-in belongs to another Telegram account.');
  }
  return proven;
}

/** A Login Widget proof is accepted once, because it is in the callback's URL. */
async function recordUse(db: Db, proofHash: Buffer): Promise<void> {
  const [inserted] = await insertUsedProof(db, [proofHash]);
  if (!inserted) throw unauthorized('auth.proof_used', 'This sign-in was already used. Please sign in again.');
}

/** Mock mode needs no proof. */
export const proveSignIn = (
  { authMode, botToken }: SignInSettings,
  attempt: SignInAttempt,
  now = new Date(),
): ProvenSignIn => (authMode === 'mock' ? { person: mockPerson(attempt) } : provenPerson(attempt, botToken, now));

/** Not 401, because that would end the session in the web app. */
const REFUSED_CONFIRMATIONS: Readonly<Record<string, readonly [code: string, sentence: string]>> = {
  'auth.proof_missing': ['account.proof_missing', 'Please confirm with Telegram that it is you.'],
  'auth.proof_invalid': ['account.proof_invalid', 'Telegram did not confirm that it is you.'],
  'auth.proof_stale': [
    'account.proof_stale',
    'The confirmation by Telegram is too old. Please confirm again; in Telegram, close the app and open it again.',
  ],
  'auth.proof_used': ['account.proof_used', 'This confirmation was already used. Please confirm again.'],
};

/** A session may be stolen, so Telegram must just have confirmed who the user is. */
export async function confirmIdentity(
  db: Db,
  { authMode, botToken }: Pick<SignInSettings, 'authMode' | 'botToken'>,
  { telegramId }: Pick<User, 'telegramId'>,
  proof: Pick<SignInAttempt, 'init_data' | 'widget'>,
): Promise<void> {
  if (authMode === 'mock') return;
  try {
    const attempt = { telegram_id: telegramId, ...proof };
    const { proofHash } = provenPerson(attempt, botToken, new Date(), NEW_INIT_DATA_MAX_AGE_SECONDS);
    if (proofHash) await recordUse(db, proofHash);
  } catch (error) {
    const refusal = error instanceof HttpError ? REFUSED_CONFIRMATIONS[error.code] : undefined;
    throw refusal ? forbidden(...refusal) : error;
  }
}

/** Creates the user on the first sign-in. */
export async function startSession(db: Db, settings: SignInSettings, proven: ProvenSignIn, browser: string) {
  const sessionToken = newSecret();
  if (proven.proofHash) await recordUse(db, proven.proofHash);
  const user = await ensureUser(db, proven.person, settings);
  if (!user.isActive) throw unauthorized('auth.deactivated', 'Your account is deactivated.');
  await db.update(User, user.id, { lastLoginAt: () => 'now()' });
  await db.insert(Session, {
    tokenHash: hashSecret(sessionToken),
    userId: user.id,
    browser,
    expiresAt: () => `now() + interval '${SESSION_DAYS} days'`,
  });
  await endSurplusSessions(db, [user.id]);
  return { sessionToken, telegramId: proven.person.telegramId, userId: user.id, wasPromoted: user.wasPromoted };
}

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.delete(Session, { tokenHash });
}

export async function endSessionOf(db: Db, userId: string, id: string): Promise<void> {
  const { affected } = await db.delete(Session, { userId, id, endedAt: IsNull() });
  if (!affected) throw notFound('session.not_found', 'This session has ended already.');
}

/** Returns the number of valid ones. The caller has locked the user's row, so that a concurrent sign-in waits. */
export async function endSessionsOf(db: Db, userId: string): Promise<number> {
  const ended = await deleteSessionsOf(db, [userId]);
  return ended.filter(({ was_valid }) => was_valid).length;
}
