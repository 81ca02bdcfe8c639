import type { AdjustCreditsBody } from '@flyerdeck/contracts';
import type { EntityManager } from 'typeorm';
import { type BookedTransaction, bookAdjustment } from '../credits/credits.service.ts';
import { recordAct } from './acts.service.ts';
import { lockForAct } from './lockForAct.ts';

/**
 * An admin's adjustment, in the ledger and in the audit; a repeat under its Idempotency-Key answers what it did the first
 * time and is no further act. Throws as lockForAct and bookAdjustment do.
 */
export async function adjustCredits(
  manager: EntityManager,
  { adminId, body, idempotencyKey }: { adminId: string; body: AdjustCreditsBody; idempotencyKey: string | null },
): Promise<BookedTransaction> {
  const { user_id: telegramId, amount, transaction_type: type, description } = body;
  // The admin's lock also lets two calls under one key take turns, whomever they are about.
  const target = await lockForAct(manager, adminId, telegramId);
  const { transaction, isRepeat } = await bookAdjustment(manager, {
    userId: target.id,
    adminId,
    amount,
    type,
    description,
    idempotencyKey,
  });
  if (!isRepeat) {
    await recordAct(manager, {
      adminId,
      targetId: target.id,
      act: 'credits_adjusted',
      details: {
        amount: transaction.amount,
        transaction_type: transaction.transaction_type,
        description: transaction.description,
        balance_after: transaction.balance_after,
      },
    });
  }
  return transaction;
}
