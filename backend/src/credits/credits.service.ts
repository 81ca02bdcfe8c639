import { type TransactionType, WELCOME_BONUS_CREDITS } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { conflict, unprocessable } from '../http/errors.ts';
import { CreditPackage } from './creditPackage.entity.ts';
import { type BookedTransaction, bookTransaction, findBooked } from './credits.query.ts';
import { lockUser } from './lockUser.query.ts';

/** The packages on offer, in the order in which they are shown. */
export const listPackages = (db: Db) => db.find(CreditPackage, { order: { position: 'ASC' } });

interface Booking {
  readonly userId: string;
  readonly type: TransactionType;
  /** Signed, not zero. */
  readonly amount: number;
  readonly description: string;
  readonly adminId?: string;
  /** One entry is booked for a key, however often it is asked for. */
  readonly idempotencyKey?: string;
}

/** Throws 422 credits.below_zero, credits.too_many. Callers hold the user's row lock where idempotencyKey is used. */
async function book(db: Db, booking: Booking): Promise<BookedTransaction> {
  const { userId, amount, type, description, adminId = null, idempotencyKey = null } = booking;
  const [booked] = await bookTransaction(db, [userId, amount, type, description, adminId, idempotencyKey]);
  if (booked) return booked;
  throw amount < 0
    ? unprocessable('credits.below_zero', 'The balance would fall below zero.')
    : unprocessable('credits.too_many', 'The balance would be larger than can be kept.');
}

/** The bonus of the first sign-in, exactly once a user (spec section 1). */
export async function grantWelcomeBonus(db: Db, userId: string): Promise<void> {
  const idempotencyKey = `welcome:${userId}`;
  await lockUser(db, [userId]);
  if ((await findBooked(db, [idempotencyKey])).length > 0) return;
  await book(db, {
    userId,
    type: 'bonus',
    amount: WELCOME_BONUS_CREDITS,
    description: 'Welcome bonus',
    idempotencyKey,
  });
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
  db: Db,
  adjustment: Adjustment,
): Promise<{ transaction: BookedTransaction; isRepeat: boolean }> {
  const { userId, adminId, amount, type } = adjustment;
  const description = adjustment.description.trim() || `Admin adjustment: ${amount} credits`;
  // Two admins may use the same key.
  const idempotencyKey = adjustment.idempotencyKey && `adjust:${adminId}:${adjustment.idempotencyKey}`;
  const [before] = idempotencyKey ? await findBooked(db, [idempotencyKey]) : [];
  if (before) {
    const isSame =
      before.user_id === userId &&
      before.amount === amount &&
      before.transaction_type === type &&
      before.description === description;
    if (isSame) return { transaction: before, isRepeat: true };
    throw conflict('credits.idempotency_key_reused', 'This Idempotency-Key was used for another adjustment.');
  }
  const booking = { userId, adminId, amount, type, description, ...(idempotencyKey ? { idempotencyKey } : {}) };
  return { transaction: await book(db, booking), isRepeat: false };
}
