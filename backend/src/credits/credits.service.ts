import { type TransactionType, WELCOME_BONUS_CREDITS } from '@flyerdeck/contracts';
import type { EntityManager } from 'typeorm';
import { conflict, unprocessable } from '../http/errors.ts';

interface Booking {
  readonly userId: string;
  readonly type: TransactionType;
  /** Signed, not zero. */
  readonly amount: number;
  readonly description: string;
  readonly adminId?: string;
  /** What must be booked once, whoever asks how often. */
  readonly onceKey?: string;
}

export interface BookedTransaction {
  readonly id: string;
  readonly transaction_type: TransactionType;
  readonly description: string;
  readonly amount: number;
  readonly balance_after: number;
  readonly page_guid: string | null;
  readonly created_at: Date;
  readonly user_id: string;
}

const BOOKED_COLUMNS = 'id, transaction_type, description, amount, balance_after, page_guid, created_at, user_id';

/** As large as the balance's column can keep. */
const MAX_BALANCE = 2_147_483_647;

/** Balance and ledger line in one statement, guarded against going below zero or beyond its column: no row then. */
const bookSql = `WITH account AS (
    UPDATE users SET credits_balance = credits_balance + $2,
      credits_purchased = credits_purchased + CASE WHEN $3 = 'purchase' THEN $2 ELSE 0 END
    WHERE id = $1 AND credits_balance::bigint + $2 BETWEEN 0 AND ${MAX_BALANCE}
    RETURNING id, credits_balance
  )
  INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description, admin_id, once_key)
  SELECT id, $3, $2, credits_balance, $4, $5, $6 FROM account
  RETURNING ${BOOKED_COLUMNS}`;

/** Throws 422 credits.below_zero, credits.too_many. Callers hold the user's row lock where onceKey is used. */
async function book(manager: EntityManager, booking: Booking): Promise<BookedTransaction> {
  const { userId, amount, type, description, adminId = null, onceKey = null } = booking;
  const rows: BookedTransaction[] = await manager.query(bookSql, [userId, amount, type, description, adminId, onceKey]);
  if (rows[0]) return rows[0];
  throw amount < 0
    ? unprocessable('credits.below_zero', 'The balance would fall below zero.')
    : unprocessable('credits.too_many', 'The balance would be larger than can be kept.');
}

const lockUser = (manager: EntityManager, userId: string) =>
  manager.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);

async function alreadyBooked(manager: EntityManager, onceKey: string): Promise<BookedTransaction | null> {
  const rows: BookedTransaction[] = await manager.query(
    `SELECT ${BOOKED_COLUMNS} FROM credit_transactions WHERE once_key = $1`,
    [onceKey],
  );
  return rows[0] ?? null;
}

/** The bonus of the first sign-in, exactly once a user (spec section 1). */
export async function grantWelcomeBonus(manager: EntityManager, userId: string): Promise<void> {
  const onceKey = `welcome:${userId}`;
  await lockUser(manager, userId);
  if (await alreadyBooked(manager, onceKey)) return;
  await book(manager, { userId, type: 'bonus', amount: WELCOME_BONUS_CREDITS, description: 'Welcome bonus', onceKey });
}

export interface Adjustment {
  readonly userId: string;
  readonly adminId: string;
  readonly amount: number;
  readonly type: 'admin_adjustment' | 'bonus' | 'refund';
  readonly description: string;
  readonly idempotencyKey: string | null;
}

/**
 * Books an admin's adjustment. The same Idempotency-Key answers what it did the first time; with other contents it is a
 * 409 credits.idempotency_key_reused. Callers let calls of one admin take turns.
 */
export async function bookAdjustment(
  manager: EntityManager,
  adjustment: Adjustment,
): Promise<{ transaction: BookedTransaction; isRepeat: boolean }> {
  const { userId, adminId, amount, type, idempotencyKey } = adjustment;
  const description = adjustment.description.trim() || `Admin adjustment: ${amount} credits`;
  const onceKey = idempotencyKey && `adjust:${adminId}:${idempotencyKey}`;
  const before = onceKey && (await alreadyBooked(manager, onceKey));
  if (before) {
    const isSame =
      before.user_id === userId &&
      before.amount === amount &&
      before.transaction_type === type &&
      before.description === description;
    if (isSame) return { transaction: before, isRepeat: true };
    throw conflict('credits.idempotency_key_reused', 'This Idempotency-Key was used for another adjustment.');
  }
  const booking = { userId, adminId, amount, type, description, ...(onceKey ? { onceKey } : {}) };
  return { transaction: await book(manager, booking), isRepeat: false };
}
