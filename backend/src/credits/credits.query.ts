import type { CreditBalance, TransactionType } from '@flyerdeck/contracts';
import { personLabel } from '../database/personLabel.ts';
import { sql, statement } from '../database/statement.ts';
import type { CreditTransaction } from './creditTransaction.entity.ts';

export const findBalance = statement<CreditBalance, [string]>(
  `SELECT credits_balance, credits_purchased AS total_credits_purchased, credits_spent AS total_credits_spent
   FROM users WHERE id = $1`,
);

export type BookedTransaction = Pick<
  CreditTransaction,
  'id' | 'userId' | 'transactionType' | 'description' | 'amount' | 'balanceAfter' | 'pageGuid' | 'createdAt'
>;
/** The largest value of the column `credits_balance`. */
const MAX_BALANCE = 2_147_483_647;

/**
 * Changes the balances of users, each with a ledger entry and its idempotency key. Leaves out whose balance would leave its limits.
 */
export const bookTransactions = sql<
  BookedTransaction,
  readonly [
    userIds: readonly string[],
    amount: number,
    type: TransactionType,
    description: string,
    adminId: string | null,
    idempotencyKeys: readonly (string | null)[],
    refundOf: string | null,
  ]
>(
  `WITH account AS (
    UPDATE users u SET credits_balance = u.credits_balance + $2,
      credits_purchased = u.credits_purchased + CASE WHEN $3 = 'purchase' THEN $2 ELSE 0 END
    FROM unnest($1::uuid[], $6::text[]) booked (id, key)
    WHERE u.id = booked.id AND u.credits_balance::bigint + $2 BETWEEN 0 AND ${MAX_BALANCE}
    RETURNING u.id, u.credits_balance, booked.key
  )
  INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description, admin_id, idempotency_key, refund_of)
  SELECT id, $3, $2, credits_balance, $4, $5, key, $7 FROM account
  RETURNING id, user_id AS "userId", transaction_type AS "transactionType", description, amount, balance_after AS "balanceAfter",
    page_guid AS "pageGuid", created_at AS "createdAt"`,
);

export const listNames = sql<{ name: string }, [userIds: readonly string[]]>(
  `SELECT ${personLabel('u')} AS name FROM users u WHERE id = ANY ($1) ORDER BY 1`,
);
