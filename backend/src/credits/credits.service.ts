import { CREDIT_PACKAGES, type CreditPackage, WELCOME_BONUS_CREDITS } from '@flyerdeck/contracts';
import { In, IsNull } from 'typeorm';
import type { Db } from '../database/statement.ts';
import { conflict, notFound, unprocessable } from '../server/http/errors.ts';
import { type BookedTransaction, bookTransactions, listNames, lockUser } from './credits.query.ts';
import { CreditTransaction } from './creditTransaction.entity.ts';

/** `amount` is signed and not zero. An idempotency key is booked only once. */
interface Booking extends Pick<CreditTransaction, 'transactionType' | 'amount' | 'description' | 'adminId'> {
  readonly userIds: readonly string[];
  readonly idempotencyKeys: readonly (string | null)[];
  readonly refundOf?: string;
}

const NAMES_SHOWN = 3;

/** The caller has locked the users' rows. */
export async function book(db: Db, booking: Booking): Promise<BookedTransaction[]> {
  const { userIds, amount, transactionType, description, adminId, idempotencyKeys, refundOf = null } = booking;
  const values = [userIds, amount, transactionType, description, adminId, idempotencyKeys, refundOf] as const;
  const booked = await bookTransactions(db, values);
  if (booked.length === userIds.length) return booked;
  const problem = amount < 0 ? 'would fall below zero' : 'would be larger than can be kept';
  const code = amount < 0 ? 'credits.below_zero' : 'credits.too_many';
  if (userIds.length === 1) throw unprocessable(code, `The balance ${problem}.`);
  const done = new Set(booked.map(({ userId }) => userId));
  const names = (await listNames(db, [userIds.filter((id) => !done.has(id))])).map(({ name }) => name);
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  throw unprocessable(
    code,
    `The balance ${problem}: ${names.slice(0, NAMES_SHOWN).join(', ')}${more}. Nothing was booked.`,
  );
}

/** Once per user (spec section 1). `isReturning`: the person got it before. */
export async function grantWelcomeBonus(
  db: Db,
  userId: string,
  isReturning: () => Promise<boolean> = async () => false,
): Promise<void> {
  const idempotencyKey = `welcome:${userId}`;
  await lockUser(db, [userId]);
  if ((await db.existsBy(CreditTransaction, { idempotencyKey })) || (await isReturning())) return;
  await book(db, {
    userIds: [userId],
    transactionType: 'bonus',
    amount: WELCOME_BONUS_CREDITS,
    description: 'Welcome bonus',
    adminId: null,
    idempotencyKeys: [idempotencyKey],
  });
}

export interface BookedOnce {
  readonly transactions: readonly BookedTransaction[];
  readonly isRepeat: boolean;
}

/** A repeated Idempotency-Key returns the first booking. Throws 409 credits.idempotency_key_reused if the contents differ. The caller has locked admin and users. */
async function bookOnce(
  db: Db,
  what: 'adjustment' | 'purchase',
  idempotencyKey: string | null,
  booking: Omit<Booking, 'idempotencyKeys'>,
): Promise<BookedOnce> {
  const { userIds, adminId } = booking;
  // Keys are unique, different admins may use the same one, and each entry needs its own.
  const idempotencyKeys = userIds.map(
    (_, index) => idempotencyKey && `${what}${index === 0 ? '' : index}:${adminId}:${idempotencyKey}`,
  );
  const before =
    idempotencyKey === null
      ? []
      : await db.find(CreditTransaction, {
          where: { idempotencyKey: In([...idempotencyKeys]) },
          order: { userId: 'ASC' },
        });
  if (before.length === 0) return { transactions: await book(db, { ...booking, idempotencyKeys }), isRepeat: false };
  const fields = ['amount', 'transactionType', 'description'] as const;
  const isSame = (entry: CreditTransaction, index: number) =>
    entry.userId === userIds[index] && fields.every((field) => entry[field] === booking[field]);
  if (before.length === userIds.length && before.every(isSame)) return { transactions: before, isRepeat: true };
  throw conflict('credits.idempotency_key_reused', `This Idempotency-Key was used for another ${what}.`);
}

/** `userIds` are in their order. */
export const bookAdjustments = (
  db: Db,
  { idempotencyKey, ...adjustment }: Omit<Booking, 'idempotencyKeys'> & { readonly idempotencyKey: string | null },
): Promise<BookedOnce> =>
  bookOnce(db, 'adjustment', idempotencyKey, {
    ...adjustment,
    description: adjustment.description.trim() || `Admin adjustment: ${adjustment.amount} credits`,
  });

export async function bookPurchase(
  db: Db,
  {
    userId,
    adminId,
    packageId,
    idempotencyKey,
  }: { userId: string; adminId: string; packageId: string; idempotencyKey: string | null },
): Promise<BookedOnce & { readonly sold: CreditPackage }> {
  const sold = CREDIT_PACKAGES.find(({ id }) => id === packageId);
  if (!sold) throw notFound('credits.package_not_found', 'There is no such package.');
  const booked = await bookOnce(db, 'purchase', idempotencyKey, {
    userIds: [userId],
    adminId,
    transactionType: 'purchase',
    amount: sold.total_credits,
    description: `${sold.name} package, $${sold.price_usd}`,
  });
  return { ...booked, sold };
}

/**
 * A counter-entry of the same type keeps the total of purchases right. Returns the first one if there is one. The caller has locked the user.
 * Throws 404 credits.purchase_not_found, 422 credits.below_zero if the user has spent some of the credits.
 */
export async function bookReversal(
  db: Db,
  { userId, adminId, purchaseId }: { userId: string; adminId: string | null; purchaseId: string },
): Promise<BookedOnce> {
  const where = { id: purchaseId, userId, transactionType: 'purchase', refundOf: IsNull() } as const;
  const purchase = await db.findOneBy(CreditTransaction, where);
  if (!purchase) throw notFound('credits.purchase_not_found', 'This user has no such purchase.');
  const before = await db.findOneBy(CreditTransaction, { refundOf: purchaseId });
  if (before) return { transactions: [before], isRepeat: true };
  const transactions = await book(db, {
    userIds: [userId],
    adminId,
    transactionType: 'purchase',
    amount: -purchase.amount,
    description: `Reversed: ${purchase.description}`,
    idempotencyKeys: [null],
    refundOf: purchaseId,
  });
  return { transactions, isRepeat: false };
}
