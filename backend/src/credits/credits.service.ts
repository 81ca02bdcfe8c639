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

/** Balance and ledger line in one statement, guarded against going below zero: no row then. */
const bookSql = `WITH account AS (
    UPDATE users SET credits_balance = credits_balance + $2,
      credits_purchased = credits_purchased + CASE WHEN $3 = 'purchase' THEN $2 ELSE 0 END
    WHERE id = $1 AND credits_balance + $2 >= 0
    RETURNING id, credits_balance
  )
  INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description, admin_id, once_key)
  SELECT id, $3, $2, credits_balance, $4, $5, $6 FROM account
  RETURNING ${BOOKED_COLUMNS}`;

/** Throws 422 credits.below_zero where the balance would not suffice. Callers hold the user's row lock where onceKey is used. */
async function book(manager: EntityManager, booking: Booking): Promise<BookedTransaction> {
  const { userId, amount, type, description, adminId = null, onceKey = null } = booking;
  const rows: BookedTransaction[] = await manager.query(bookSql, [userId, amount, type, description, adminId, onceKey]);
  if (!rows[0]) throw unprocessable('credits.below_zero', 'The balance would fall below zero.');
  return rows[0];
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

/** An admin's adjustment. The same Idempotency-Key answers what it did the first time; with other contents it is a 409. */
export async function adjustCredits(manager: EntityManager, adjustment: Adjustment): Promise<BookedTransaction> {
  const { userId, adminId, amount, type, idempotencyKey } = adjustment;
  const description = adjustment.description.trim() || `Admin adjustment: ${amount} credits`;
  await lockUser(manager, userId);
  const onceKey = idempotencyKey && `adjust:${adminId}:${idempotencyKey}`;
  const before = onceKey && (await alreadyBooked(manager, onceKey));
  if (before) {
    if (before.user_id === userId && before.amount === amount && before.transaction_type === type) return before;
    throw conflict('credits.idempotency_key_reused', 'This Idempotency-Key was used for another adjustment.');
  }
  return book(manager, { userId, adminId, amount, type, description, ...(onceKey ? { onceKey } : {}) });
}
