import type { CreditBalance, TransactionType } from '@flyerdeck/contracts';
import { sql, statement } from '../database/statement.ts';
import type { CreditTransaction } from './creditTransaction.entity.ts';

export const findBalance = statement<CreditBalance, [string]>(
  `SELECT credits_balance, credits_purchased AS total_credits_purchased, credits_spent AS total_credits_spent
   FROM users WHERE id = $1`,
);

export type BookedTransaction = Pick<
  CreditTransaction,
  'id' | 'transactionType' | 'description' | 'amount' | 'balanceAfter' | 'pageGuid' | 'createdAt'
>;
/** The largest value of the column `credits_balance`. */
export const MAX_BALANCE = 2_147_483_647;

/** Changes the balance and adds the ledger entry. Returns no row and changes nothing if the balance would leave its limits. */
export const bookTransaction = sql<
  BookedTransaction,
  readonly [
    userId: string,
    amount: number,
    type: TransactionType,
    description: string,
    adminId: string | null,
    idempotencyKey: string | null,
    refundOf: string | null,
  ]
>(
  `WITH account AS (
    UPDATE users SET credits_balance = credits_balance + $2,
      credits_purchased = credits_purchased + CASE WHEN $3 = 'purchase' THEN $2 ELSE 0 END
    WHERE id = $1 AND credits_balance::bigint + $2 BETWEEN 0 AND ${MAX_BALANCE}
    RETURNING id, credits_balance
  )
  INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description, admin_id, idempotency_key, refund_of)
  SELECT id, $3, $2, credits_balance, $4, $5, $6, $7 FROM account
  RETURNING id, transaction_type AS "transactionType", description, amount, balance_after AS "balanceAfter",
    page_guid AS "pageGuid", created_at AS "createdAt"`,
);
