import { WELCOME_BONUS_CREDITS } from '@flyerdeck/contracts';
import type { Db } from '../database/statement.ts';
import { conflict, unprocessable } from '../http/errors.ts';
import { CreditPackage } from './creditPackage.entity.ts';
import { type BookedTransaction, bookTransaction } from './credits.query.ts';
import { CreditTransaction } from './creditTransaction.entity.ts';
import { lockUser } from './lockUser.query.ts';

/** The packages for sale, in display order. */
export const listPackages = (db: Db) => db.find(CreditPackage, { order: { position: 'ASC' } });

/** A user's latest ledger entries, newest first. */
export const listLedger = (db: Db, userId: string, limit: number) =>
  db.find(CreditTransaction, { where: { userId }, order: { seq: 'DESC' }, take: limit });

/** `amount` is signed and not zero. An idempotency key is booked only once. */
type Booking = Pick<
  CreditTransaction,
  'userId' | 'transactionType' | 'amount' | 'description' | 'adminId' | 'idempotencyKey'
>;

/** Throws 422 credits.below_zero, credits.too_many. With an idempotency key, the caller has locked the user's row. */
async function book(
  db: Db,
  { userId, amount, transactionType, description, adminId, idempotencyKey }: Booking,
): Promise<BookedTransaction> {
  const [booked] = await bookTransaction(db, [userId, amount, transactionType, description, adminId, idempotencyKey]);
  if (booked) return booked;
  throw amount < 0
    ? unprocessable('credits.below_zero', 'The balance would fall below zero.')
    : unprocessable('credits.too_many', 'The balance would be larger than can be kept.');
}

/** Books the bonus of the first sign-in, exactly once per user (spec section 1). `isReturning`: the person got it before. */
export async function grantWelcomeBonus(
  db: Db,
  userId: string,
  isReturning: () => Promise<boolean> = async () => false,
): Promise<void> {
  const idempotencyKey = `welcome:${userId}`;
  await lockUser(db, [userId]);
  if ((await db.existsBy(CreditTransaction, { idempotencyKey })) || (await isReturning())) return;
  await book(db, {
    userId,
    transactionType: 'bonus',
    amount: WELCOME_BONUS_CREDITS,
    description: 'Welcome bonus',
    adminId: null,
    idempotencyKey,
  });
}

/**
 * Books an admin's adjustment. A repeated Idempotency-Key returns the first booking, or throws 409
 * credits.idempotency_key_reused if the contents differ. The caller has locked the admin's row.
 */
export async function bookAdjustment(
  db: Db,
  adjustment: Booking,
): Promise<{ transaction: BookedTransaction; isRepeat: boolean }> {
  const { adminId, idempotencyKey } = adjustment;
  const booking = {
    ...adjustment,
    description: adjustment.description.trim() || `Admin adjustment: ${adjustment.amount} credits`,
    // Different admins may use the same key.
    idempotencyKey: idempotencyKey && `adjust:${adminId}:${idempotencyKey}`,
  };
  const before =
    booking.idempotencyKey && (await db.findOneBy(CreditTransaction, { idempotencyKey: booking.idempotencyKey }));
  if (!before) return { transaction: await book(db, booking), isRepeat: false };
  const fields = ['userId', 'amount', 'transactionType', 'description'] as const;
  if (fields.every((field) => before[field] === booking[field])) return { transaction: before, isRepeat: true };
  throw conflict('credits.idempotency_key_reused', 'This Idempotency-Key was used for another adjustment.');
}
