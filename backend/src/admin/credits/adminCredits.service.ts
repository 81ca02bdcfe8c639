import type { AdjustCreditsBody, BookPurchaseBody, ReversePurchaseBody } from '@flyerdeck/contracts';
import type { BookedTransaction } from '../../credits/credits.query.ts';
import { bookAdjustment, bookPurchase, bookReversal } from '../../credits/credits.service.ts';
import type { Db } from '../../database/statement.ts';
import { AuditEvent } from '../auditEvent.entity.ts';
import { lockAdminAndTarget } from '../lockAdminAndTarget.ts';

/*
 * Each booking is recorded as an audit event in its transaction. A repeated Idempotency-Key returns the first booking and writes
 * no second audit event. lockAdminAndTarget locks the admin's row, so calls with the same key run one after another, also for
 * different users.
 */

interface Acting {
  readonly adminId: string;
  readonly idempotencyKey: string | null;
}
interface Booked {
  readonly entry: BookedTransaction;
  readonly userId: string;
}

const detailsOf = ({ amount, transactionType, description, balanceAfter }: BookedTransaction) => ({
  amount,
  transaction_type: transactionType,
  description,
  balance_after: balanceAfter,
});

/** Changes a user's credits. Throws as lockAdminAndTarget and bookAdjustment do. */
export async function adjustCredits(
  db: Db,
  { adminId, idempotencyKey }: Acting,
  { user_id: telegramId, amount, transaction_type: transactionType, description }: AdjustCreditsBody,
): Promise<Booked> {
  const { id: userId } = await lockAdminAndTarget(db, adminId, telegramId);
  const adjustment = { userId, adminId, amount, transactionType, description, idempotencyKey };
  const { transaction: entry, isRepeat } = await bookAdjustment(db, adjustment);
  if (!isRepeat) {
    await db.insert(AuditEvent, { adminId, targetId: userId, event: 'credits_adjusted', details: detailsOf(entry) });
  }
  return { entry, userId };
}

/** Books a package that was sold to a user. Throws as lockAdminAndTarget and bookPurchase do. */
export async function purchaseFor(
  db: Db,
  { adminId, idempotencyKey }: Acting,
  { user_id: telegramId, package_id: packageId }: BookPurchaseBody,
): Promise<Booked> {
  const { id: userId } = await lockAdminAndTarget(db, adminId, telegramId);
  const { transaction: entry, isRepeat, sold } = await bookPurchase(db, { userId, adminId, packageId, idempotencyKey });
  if (!isRepeat) {
    const details = { ...detailsOf(entry), package_id: sold.id, price_usd: Number(sold.priceUsd) };
    await db.insert(AuditEvent, { adminId, targetId: userId, event: 'purchase_booked', details });
  }
  return { entry, userId };
}

/** Reverses a purchase that was booked by mistake. Throws as lockAdminAndTarget and bookReversal do. */
export async function reversePurchaseOf(
  db: Db,
  adminId: string,
  { user_id: telegramId, transaction_id: purchaseId }: ReversePurchaseBody,
): Promise<Booked> {
  const { id: userId } = await lockAdminAndTarget(db, adminId, telegramId);
  const { transaction: entry, isRepeat } = await bookReversal(db, { userId, adminId, purchaseId });
  if (!isRepeat) {
    const details = { ...detailsOf(entry), purchase_id: purchaseId };
    await db.insert(AuditEvent, { adminId, targetId: userId, event: 'purchase_reversed', details });
  }
  return { entry, userId };
}
