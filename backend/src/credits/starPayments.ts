import { CREDIT_PACKAGES, type CreditPackage } from '@flyerdeck/contracts';
import type { Config } from '../config.ts';
import { type Db, oneRow, sql } from '../database/statement.ts';
import { HttpError } from '../server/http/errors.ts';
import type { BookedTransaction } from './credits.query.ts';
import { book, bookReversal } from './credits.service.ts';

/** With prices in Stars where they are accepted. */
export const packagesForSale = ({ starsPrices }: Pick<Config, 'starsPrices'>): CreditPackage[] =>
  CREDIT_PACKAGES.map((one) => {
    const stars = starsPrices?.[one.id];
    return stars === undefined ? one : { ...one, stars };
  });

export type StarPayment = {
  readonly charge_id: string;
  /** By Telegram. */
  readonly refunded_at: Date | null;
  /** The entry of the ledger. */
  readonly purchase_id: string;
  readonly user_id: string;
  readonly credits: number;
  readonly description: string;
  /** The credits were taken back. */
  readonly is_reversed: boolean;
};

const PAYMENT = `SELECT s.charge_id, s.refunded_at, e.id AS purchase_id, e.user_id, e.amount AS credits, e.description,
    EXISTS (SELECT FROM credit_transactions r WHERE r.refund_of = e.id) AS is_reversed
  FROM star_payments s JOIN credit_transactions e ON e.id = s.transaction_id`;

export const findPayment = sql<StarPayment, [chargeId: string]>(`${PAYMENT} WHERE s.charge_id = $1`);
export const findPaymentOfPurchase = sql<StarPayment, [userId: string, purchaseId: string]>(
  `${PAYMENT} WHERE e.user_id = $1 AND e.id = $2`,
);

const insertPayment = sql<never, [chargeId: string, purchaseId: string, packageId: string, stars: number]>(
  'INSERT INTO star_payments (charge_id, transaction_id, package_id, stars) VALUES ($1, $2, $3, $4)',
);

/** A row if nobody has requested it before. */
export const markRefundRequested = sql<{ requested: true }, [chargeId: string]>(
  `UPDATE star_payments SET refund_requested_at = now() WHERE charge_id = $1 AND refund_requested_at IS NULL
   RETURNING true AS requested`,
);

export const markRefunded = sql<never, [chargeId: string]>(
  'UPDATE star_payments SET refunded_at = now() WHERE charge_id = $1 AND refunded_at IS NULL',
);

/** Each charge is booked once, as it was paid: null if it was booked before. The caller has locked the user. */
export async function bookPayment(
  db: Db,
  userId: string,
  chargeId: string,
  { packageId, stars, credits }: { packageId: string; stars: number; credits: number },
): Promise<BookedTransaction | null> {
  if ((await findPayment(db, [chargeId])).length > 0) return null;
  const name = CREDIT_PACKAGES.find(({ id }) => id === packageId)?.name ?? packageId;
  const [entry] = await book(db, {
    userIds: [userId],
    transactionType: 'purchase',
    amount: credits,
    description: `${name} package, ${stars} Stars`,
    adminId: null,
    idempotencyKeys: [null],
  });
  if (!entry) throw new Error('Nothing was booked.');
  await insertPayment(db, [chargeId, entry.id, packageId, stars]);
  return entry;
}

/**
 * After Telegram has given the Stars back. Null if the credits were taken back before, or cannot be because some of them are spent:
 * then the books say so until an admin repeats the refund. The caller has locked the user.
 */
export async function reversePayment(db: Db, chargeId: string): Promise<BookedTransaction | null> {
  await markRefunded(db, [chargeId]);
  const { user_id: userId, purchase_id: purchaseId } = await oneRow(findPayment(db, [chargeId]));
  try {
    const { transactions, isRepeat } = await bookReversal(db, { userId, adminId: null, purchaseId });
    return isRepeat ? null : (transactions[0] ?? null);
  } catch (error) {
    if (error instanceof HttpError && error.code === 'credits.below_zero') return null;
    throw error;
  }
}
