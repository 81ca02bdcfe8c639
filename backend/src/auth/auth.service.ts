import { IsNull } from 'typeorm';
import type { Config } from '../config.ts';
import type { Db } from '../database/statement.ts';
import { notFound, unauthorized } from '../http/errors.ts';
import { hashSecret, newSecret } from '../http/secrets.ts';
import { Session } from './session.entity.ts';
import {
  deleteExpiredProofs,
  deleteExpiredSessions,
  deleteSessionsOf,
  endSurplusSessions,
  rememberProof,
  SESSION_DAYS,
} from './sessions.query.ts';
import {
  type ProvenWidget,
  type TelegramPerson,
  verifyInitData,
  verifyWidget,
  WIDGET_MAX_AGE_SECONDS,
  type WidgetFields,
} from './telegramProof.ts';
import { User } from './user.entity.ts';
import { ensureUser } from './users.service.ts';

export type SignInSettings = Pick<Config, 'authMode' | 'botToken' | 'adminTelegramIds' | 'demo'>;

export interface SignInAttempt {
  readonly telegramId: string;
  /** Names as the caller gives them: they count in mock mode only, else the proof's do. */
  readonly username?: string | null | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly initData?: string | undefined;
  readonly widget?: WidgetFields | undefined;
  /** As describeBrowser names it; nothing depends on it. */
  readonly browser?: string;
}

export interface StartedSession {
  /** Told only now; the table holds its hash. */
  readonly sessionToken: string;
  readonly telegramId: string;
  readonly userId: string;
  /** ADMIN_TELEGRAM_IDS made them an admin at this sign-in. */
  readonly wasPromoted: boolean;
}

const USABLE_ID = /^[\w-]{1,32}$/;

function mockPerson({ telegramId, username, firstName, lastName }: SignInAttempt): TelegramPerson {
  // It travels in a header afterwards.
  if (!USABLE_ID.test(telegramId)) throw unauthorized('auth.proof_invalid', 'This Telegram id has a wrong form.');
  return { telegramId, username: username || null, firstName: firstName ?? '', lastName: lastName ?? '' };
}

function provenPerson(
  attempt: SignInAttempt,
  botToken: string | null,
  now: Date,
): ProvenWidget | { person: TelegramPerson } {
  const { initData, widget } = attempt;
  if (!initData && !widget) throw unauthorized('auth.proof_missing', 'Please sign in through Telegram.');
  if (initData && widget) throw unauthorized('auth.proof_invalid', 'Send one proof of the sign-in, not two.');
  if (botToken === null) throw new Error('Sign-ins cannot be checked without BOT_TOKEN.');
  const proven = widget
    ? verifyWidget(widget, botToken, now)
    : { person: verifyInitData(initData ?? '', botToken, now) };
  if (proven.person.telegramId !== attempt.telegramId) {
    throw unauthorized('auth.proof_invalid', 'This sign-in belongs to another Telegram account.');
  }
  return proven;
}

/** Whoever sees a Login Widget's address may try it again: the first use is the only one. */
async function useUp(db: Db, { proofHash, signedAt }: ProvenWidget): Promise<void> {
  // Kept twice as long as the proof is taken, because the database's clock may not agree with ours.
  const expiresAt = new Date(signedAt.getTime() + 2 * WIDGET_MAX_AGE_SECONDS * 1000);
  const first = await rememberProof(db, [proofHash, expiresAt]);
  if (first.length === 0) throw unauthorized('auth.proof_used', 'This sign-in was already used. Please sign in again.');
}

/** Who signs in, once their proof is found good. */
export type ProvenSignIn = { readonly person: TelegramPerson; readonly browser: string } & Partial<ProvenWidget>;

/**
 * Checks the proof; in mock mode whoever is named is believed. Throws a 401: auth.proof_missing, auth.proof_invalid,
 * auth.proof_stale.
 */
export function proveSignIn(settings: SignInSettings, attempt: SignInAttempt, now = new Date()): ProvenSignIn {
  const proven =
    settings.authMode === 'mock' ? { person: mockPerson(attempt) } : provenPerson(attempt, settings.botToken, now);
  return { ...proven, browser: attempt.browser ?? '' };
}

/** Starts a session, as a new user on the first sign-in. Throws a 401: auth.proof_used, auth.deactivated. */
export async function startSession(db: Db, settings: SignInSettings, proven: ProvenSignIn): Promise<StartedSession> {
  const sessionToken = newSecret();
  if (proven.proofHash) await useUp(db, proven as ProvenWidget);
  const user = await ensureUser(db, proven.person, settings);
  if (!user.isActive) throw unauthorized('auth.deactivated', 'Your account is deactivated.');
  await db.update(User, user.id, { lastLoginAt: () => 'now()' });
  await db.insert(Session, {
    tokenHash: hashSecret(sessionToken),
    userId: user.id,
    browser: proven.browser,
    expiresAt: () => `now() + interval '${SESSION_DAYS} days'`,
  });
  await endSurplusSessions(db, [user.id]);
  return { sessionToken, telegramId: user.telegramId, userId: user.id, wasPromoted: user.wasPromoted };
}

export async function endSession(db: Db, tokenHash: Buffer): Promise<void> {
  await db.delete(Session, { tokenHash });
}

/** Ends one of a user's sessions. Throws 404 session.not_found. */
export async function endSessionOf(db: Db, userId: string, id: string): Promise<void> {
  const { affected } = await db.delete(Session, { userId, id, endedAt: IsNull() });
  if (!affected) throw notFound('session.not_found', 'This session has ended already.');
}

/** Ends every session of a user; answers how many were still good. A sign-in under way waits for the caller's lock of the user. */
export async function endSessionsOf(db: Db, userId: string): Promise<number> {
  const ended = await deleteSessionsOf(db, [userId]);
  return ended.filter(({ was_good }) => was_good).length;
}

/** Sessions and proofs past their end are refused anyway; this only keeps their tables small. */
export async function deleteExpiredCredentials(db: Db): Promise<void> {
  await deleteExpiredSessions(db, []);
  await deleteExpiredProofs(db, []);
}
