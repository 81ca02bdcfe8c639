import type { CreditBalance, TransactionType } from '@flyerdeck/contracts';
import { type Db, sql, statement } from '../database/statement.ts';
import { unauthorized } from '../server/http/errors.ts';
import type { CreditTransaction } from './creditTransaction.entity.ts';

const lock = statement<{ is_erased: boolean }, [userId: string]>(
  'SELECT erased_at IS NOT NULL AS is_erased FROM users WHERE id = $1 FOR NO KEY UPDATE',
);

/**
 * Calls that check a limit of this user and then add a row run one after another. Lock pages before and assistants after (decision 0019).
 * Throws 401 auth.invalid if the account was erased meanwhile.
 */
export async function lockUser(db: Db, [userId]: [userId: string]): Promise<void> {
  const [user] = await lock(db, [userId]);
  if (user?.is_erased) throw unauthorized('auth.invalid', 'Your session has ended. Please sign in again.');
}

export const findBalance = statement<CreditBalance, [string]>(
  `SELECT credits_balance, credits_purchased AS total_credits_purchased, credits_spent AS total_credits_spent
   FROM users WHERE id = $1`,
);

export type BookedTransaction = Pick<
  CreditTransaction,
  'id' | 'userId' | 'transactionType' | 'description' | 'amount' | 'balanceAfter' | 'pageGuid' | 'createdAt'
>;
const MAX_BALANCE = 2_147_483_647;

/** Leaves out whose balance would leave its limits. */
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
  `SELECT person_label(u) AS name FROM users u WHERE id = ANY ($1) ORDER BY 1`,
);
