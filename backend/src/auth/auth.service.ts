import { MAX_SESSIONS_PER_USER } from '@flyerdeck/contracts';
import type { Pool } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { Config } from '../config.ts';
import { inTransaction } from '../database/transaction.ts';
import { unauthorized } from '../http/errors.ts';
import { hashSecret, newSecret } from '../http/secrets.ts';
import { SESSION_DAYS } from './authenticate.ts';
import {
  type ProvenWidget,
  type TelegramPerson,
  verifyInitData,
  verifyWidget,
  WIDGET_MAX_AGE_SECONDS,
  type WidgetFields,
} from './telegramProof.ts';
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
async function useUp(manager: EntityManager, { proofHash, signedAt }: ProvenWidget): Promise<void> {
  // Kept twice as long as the proof is taken, because the database's clock may not agree with ours.
  const expiresAt = new Date(signedAt.getTime() + 2 * WIDGET_MAX_AGE_SECONDS * 1000);
  const first = await manager.query<unknown[]>(
    'INSERT INTO used_proofs (proof_hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
    [proofHash, expiresAt],
  );
  if (first.length === 0) throw unauthorized('auth.proof_used', 'This sign-in was already used. Please sign in again.');
}

interface SignInOptions {
  readonly now?: Date;
  /** Asked once the proof is found good, before anything is stored; throws to refuse. */
  readonly admit?: (telegramId: string) => Promise<void>;
}

/**
 * Starts a session for whom the proof names (in mock mode: for whoever is named), as a new user on the first sign-in.
 * Throws a 401: auth.proof_missing, auth.proof_invalid, auth.proof_stale, auth.proof_used, auth.deactivated.
 */
export async function startSession(
  dataSource: DataSource,
  settings: SignInSettings,
  attempt: SignInAttempt,
  { now = new Date(), admit = async () => undefined }: SignInOptions = {},
): Promise<StartedSession> {
  const proven =
    settings.authMode === 'mock' ? { person: mockPerson(attempt) } : provenPerson(attempt, settings.botToken, now);
  await admit(proven.person.telegramId);
  const sessionToken = newSecret();
  const user = await inTransaction(dataSource, async (manager) => {
    if ('proofHash' in proven) await useUp(manager, proven);
    const user = await ensureUser(manager, proven.person, settings);
    if (!user.isActive) throw unauthorized('auth.deactivated', 'Your account is deactivated.');
    await manager.query('UPDATE users SET last_login_at = now() WHERE id = $1', [user.id]);
    await manager.query(
      `INSERT INTO sessions (token_hash, user_id, browser, expires_at)
       VALUES ($1, $2, $3, now() + interval '${SESSION_DAYS} days')`,
      [hashSecret(sessionToken), user.id, attempt.browser ?? ''],
    );
    // Nobody is kept from signing in, so the one used least recently makes room. The user's row is held since its UPDATE.
    await manager.query(
      `DELETE FROM sessions WHERE user_id = $1 AND token_hash NOT IN (
         SELECT token_hash FROM sessions WHERE user_id = $1 AND expires_at > now()
         ORDER BY expires_at DESC, created_at DESC LIMIT ${MAX_SESSIONS_PER_USER})`,
      [user.id],
    );
    return user;
  });
  return { sessionToken, telegramId: user.telegramId, userId: user.id, wasPromoted: user.wasPromoted };
}

export async function endSession(pool: Pool, sessionHash: Buffer): Promise<void> {
  await pool.query('DELETE FROM sessions WHERE token_hash = $1', [sessionHash]);
}

/** Ends every session of a user; answers how many were still good. A sign-in under way waits for the caller's lock of the user. */
export async function endSessionsOf(manager: EntityManager, userId: string): Promise<number> {
  const [ended] = await manager.query<[{ was_good: boolean }[], number]>(
    'DELETE FROM sessions WHERE user_id = $1 RETURNING expires_at > now() AND ended_at IS NULL AS was_good',
    [userId],
  );
  return ended.filter(({ was_good }) => was_good).length;
}

/** Sessions and proofs past their end are refused anyway; this only keeps their tables small. */
export async function deleteExpiredCredentials(pool: Pool): Promise<void> {
  await pool.query('DELETE FROM sessions WHERE expires_at < now()');
  await pool.query('DELETE FROM used_proofs WHERE expires_at < now()');
}
