import { WELCOME_BONUS_CREDITS } from '@flyerdeck/contracts';
import { IsNull } from 'typeorm';
import type { Db } from '../database/statement.ts';
import { conflict, notFound, unprocessable } from '../http/errors.ts';
import { CreditPackage } from './creditPackage.entity.ts';
import { type BookedTransaction, bookTransaction } from './credits.query.ts';
import { CreditTransaction } from './creditTransaction.entity.ts';
import { lockUser } from './lockUser.query.ts';

/** The packages for sale, in display order. */
export const listPackages = (db: Db) => db.find(CreditPackage, { order: { position: 'ASC' } });

/** `amount` is signed and not zero. An idempotency key is booked only once. */
type Booking = Pick<
  CreditTransaction,
  'userId' | 'transactionType' | 'amount' | 'description' | 'adminId' | 'idempotencyKey'
> &
  Partial<Pick<CreditTransaction, 'refundOf'>>;

/** Throws 422 credits.below_zero, credits.too_many. With an idempotency key, the caller has locked the user's row. */
async function book(
  db: Db,
  { userId, amount, transactionType, description, adminId, idempotencyKey, refundOf = null }: Booking,
): Promise<BookedTransaction> {
  const values = [userId, amount, transactionType, description, adminId, idempotencyKey, refundOf] as const;
  const [booked] = await bookTransaction(db, values);
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

interface BookedOnce {
  readonly transaction: BookedTransaction;
  readonly isRepeat: boolean;
}

/**
 * Books an entry of an admin. A repeated Idempotency-Key returns the first booking, or throws 409
 * credits.idempotency_key_reused if the contents differ. The caller has locked the admin's row.
 */
async function bookOnce(db: Db, booking: Booking, what: 'adjustment' | 'purchase'): Promise<BookedOnce> {
  const { idempotencyKey } = booking;
  const before = idempotencyKey && (await db.findOneBy(CreditTransaction, { idempotencyKey }));
  if (!before) return { transaction: await book(db, booking), isRepeat: false };
  const fields = ['userId', 'amount', 'transactionType', 'description'] as const;
  if (fields.every((field) => before[field] === booking[field])) return { transaction: before, isRepeat: true };
  throw conflict('credits.idempotency_key_reused', `This Idempotency-Key was used for another ${what}.`);
}

/** Throws as `book` and `bookOnce` do. */
export const bookAdjustment = (db: Db, adjustment: Booking): Promise<BookedOnce> =>
  bookOnce(
    db,
    {
      ...adjustment,
      description: adjustment.description.trim() || `Admin adjustment: ${adjustment.amount} credits`,
      // Different admins may use the same key.
      idempotencyKey: adjustment.idempotencyKey && `adjust:${adjustment.adminId}:${adjustment.idempotencyKey}`,
    },
    'adjustment',
  );

/** Books a package that was sold through support. Throws 404 credits.package_not_found, and as `book` and `bookOnce` do. */
export async function bookPurchase(
  db: Db,
  {
    userId,
    adminId,
    packageId,
    idempotencyKey,
  }: Pick<Booking, 'userId' | 'adminId' | 'idempotencyKey'> & { packageId: string },
): Promise<BookedOnce & { readonly sold: CreditPackage }> {
  const sold = await db.findOneBy(CreditPackage, { id: packageId });
  if (!sold) throw notFound('credits.package_not_found', 'There is no such package.');
  const booking: Booking = {
    userId,
    adminId,
    transactionType: 'purchase',
    amount: sold.totalCredits,
    description: `${sold.name} package, $${sold.priceUsd}`,
    idempotencyKey: idempotencyKey && `purchase:${adminId}:${idempotencyKey}`,
  };
  return { ...(await bookOnce(db, booking, 'purchase')), sold };
}

/**
 * Reverses a purchase by a counter-entry of the same type, so that the total of purchases is right again. Returns the first counter-entry
 * if there is one. The caller has locked the user's row. Throws 404 credits.purchase_not_found, and 422 credits.below_zero if the user has
 * spent some of the credits.
 */
export async function bookReversal(
  db: Db,
  { userId, adminId, purchaseId }: { userId: string; adminId: string; purchaseId: string },
): Promise<BookedOnce> {
  const where = { id: purchaseId, userId, transactionType: 'purchase', refundOf: IsNull() } as const;
  const purchase = await db.findOneBy(CreditTransaction, where);
  if (!purchase) throw notFound('credits.purchase_not_found', 'This user has no such purchase.');
  const before = await db.findOneBy(CreditTransaction, { refundOf: purchaseId });
  if (before) return { transaction: before, isRepeat: true };
  const transaction = await book(db, {
    userId,
    adminId,
    transactionType: 'purchase',
    amount: -purchase.amount,
    description: `Reversed: ${purchase.description}`,
    idempotencyKey: null,
    refundOf: purchaseId,
  });
  return { transaction, isRepeat: false };
}
