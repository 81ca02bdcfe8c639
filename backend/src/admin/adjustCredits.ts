import type { AdjustCreditsBody } from '@flyerdeck/contracts';
import type { BookedTransaction } from '../credits/credits.query.ts';
import { bookAdjustment } from '../credits/credits.service.ts';
import type { Db } from '../database/statement.ts';
import { recordAct } from './acts.service.ts';
import { lockForAct } from './lockForAct.ts';

/**
 * An admin's adjustment, in the ledger and in the audit; a repeat under its Idempotency-Key answers what it did the first
 * time and is no further act. Throws as lockForAct and bookAdjustment do.
 */
export async function adjustCredits(
  db: Db,
  { adminId, body, idempotencyKey }: { adminId: string; body: AdjustCreditsBody; idempotencyKey: string | null },
): Promise<BookedTransaction> {
  const { user_id: telegramId, amount, transaction_type: type, description } = body;
  // The admin's lock also lets two calls under one key take turns, whomever they are about.
  const target = await lockForAct(db, adminId, telegramId);
  const { transaction, isRepeat } = await bookAdjustment(db, {
    userId: target.id,
    adminId,
    amount,
    type,
    description,
    idempotencyKey,
  });
  if (!isRepeat) {
    await recordAct(db, {
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
