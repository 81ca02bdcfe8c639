import type {
  AdjustCreditsBody,
  AuditEventName,
  BodyOf,
  BookPurchaseBody,
  adjustCreditsOfUsers as contract,
  ReversePurchaseBody,
} from '@flyerdeck/contracts';
import type { BookedTransaction } from '../../credits/credits.query.ts';
import { type BookedOnce, bookAdjustments, bookPurchase, bookReversal } from '../../credits/credits.service.ts';
import { findPaymentOfPurchase, markRefundRequested, type StarPayment } from '../../credits/starPayments.ts';
import type { Db } from '../../database/statement.ts';
import { unprocessable } from '../../server/http/errors.ts';
import { lockAdminAndTarget, lockAdminAndUsers } from '../adminUsers.service.ts';
import { AuditEvent } from '../auditEvent.entity.ts';

/* A repeated Idempotency-Key writes no second audit event: lockAdminAndTarget locks the admin's row, so calls with one key run one after another. */

interface Acting {
  readonly adminId: string;
  readonly idempotencyKey: string | null;
}
interface Booked {
  readonly entry: BookedTransaction;
  readonly userId: string;
}

async function record(
  db: Db,
  adminId: string,
  userId: string,
  event: AuditEventName,
  { transactions: [entry], isRepeat }: BookedOnce,
  more: object = {},
): Promise<Booked> {
  if (!entry) throw new Error('Nothing was booked.');
  if (!isRepeat) {
    const { amount, transactionType: transaction_type, description, balanceAfter: balance_after } = entry;
    const details = { amount, transaction_type, description, balance_after, ...more };
    await db.insert(AuditEvent, { adminId, targetId: userId, event, details });
  }
  return { entry, userId };
}

export async function adjustCredits(
  db: Db,
  { adminId, idempotencyKey }: Acting,
  { user_id: telegramId, amount, transaction_type: transactionType, description }: AdjustCreditsBody,
): Promise<Booked> {
  const { id: userId } = await lockAdminAndTarget(db, adminId, telegramId);
  const adjustment = { userIds: [userId], adminId, amount, transactionType, description, idempotencyKey };
  return record(db, adminId, userId, 'credits_adjusted', await bookAdjustments(db, adjustment));
}

/** One audit event. Returns the ids of the users. */
export async function adjustCreditsOfUsers(
  db: Db,
  { adminId, idempotencyKey }: Acting,
  body: BodyOf<typeof contract>,
): Promise<string[]> {
  const { telegram_ids: telegramIds, amount, transaction_type: transactionType, description } = body;
  const userIds = (await lockAdminAndUsers(db, adminId, telegramIds)).map(({ id }) => id);
  const adjustment = { userIds, adminId, amount, transactionType, description, idempotencyKey };
  const { transactions, isRepeat } = await bookAdjustments(db, adjustment);
  if (!isRepeat) {
    const [{ description: reason } = { description }] = transactions;
    const details = {
      amount,
      transaction_type: transactionType,
      description: reason,
      owners: userIds.length,
      users: userIds,
    };
    await db.insert(AuditEvent, { adminId, event: 'credits_batch', details });
  }
  return userIds;
}

export async function purchaseFor(
  db: Db,
  { adminId, idempotencyKey }: Acting,
  { user_id: telegramId, package_id: packageId }: BookPurchaseBody,
): Promise<Booked> {
  const { id: userId } = await lockAdminAndTarget(db, adminId, telegramId);
  const { sold, ...booked } = await bookPurchase(db, { userId, adminId, packageId, idempotencyKey });
  const details = { package_id: sold.id, price_usd: sold.price_usd };
  return record(db, adminId, userId, 'purchase_booked', booked, details);
}

/** Of a purchase that was paid in Stars and is not reversed; otherwise null. The first request is an audit event, before Telegram is asked. */
export async function requestStarsRefund(
  db: Db,
  adminId: string,
  { user_id: telegramId, transaction_id: purchaseId }: ReversePurchaseBody,
): Promise<StarPayment | null> {
  const { id: targetId, creditsBalance } = await lockAdminAndTarget(db, adminId, telegramId);
  const [payment] = await findPaymentOfPurchase(db, [targetId, purchaseId]);
  if (!payment || payment.is_reversed) return null;
  if (payment.refunded_at) return payment;
  if (creditsBalance < payment.credits) throw unprocessable('credits.below_zero', 'The balance would fall below zero.');
  const [requested] = await markRefundRequested(db, [payment.charge_id]);
  const details = { description: payment.description };
  if (requested) await db.insert(AuditEvent, { adminId, targetId, event: 'stars_refund_requested', details });
  return payment;
}

export async function reversePurchaseOf(
  db: Db,
  adminId: string,
  { user_id: telegramId, transaction_id: purchaseId }: ReversePurchaseBody,
): Promise<Booked> {
  const { id: userId } = await lockAdminAndTarget(db, adminId, telegramId);
  const booked = await bookReversal(db, { userId, adminId, purchaseId });
  return record(db, adminId, userId, 'purchase_reversed', booked, { purchase_id: purchaseId });
}
