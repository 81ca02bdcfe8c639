import type { TransactionType } from '@flyerdeck/contracts';
import { sql, statement } from '../database/statement.ts';

export type BalanceRow = { credits_balance: number; credits_purchased: number; credits_spent: number };
export const findBalance = statement<BalanceRow, [string]>(
  'balance',
  'SELECT credits_balance, credits_purchased, credits_spent FROM users WHERE id = $1',
);

export type TransactionRow = {
  id: string;
  transaction_type: TransactionType;
  description: string;
  amount: number;
  page_guid: string | null;
  created_at: Date;
};
export const listLedger = statement<TransactionRow, [string, number]>(
  'ledger',
  `SELECT id, transaction_type, description, amount, page_guid, created_at
   FROM credit_transactions WHERE user_id = $1 ORDER BY seq DESC LIMIT $2`,
);

export type BookedTransaction = TransactionRow & { balance_after: number; user_id: string };
const BOOKED_COLUMNS = 'id, transaction_type, description, amount, balance_after, page_guid, created_at, user_id';
/** As large as the balance's column can keep. */
const MAX_BALANCE = 2_147_483_647;

/** Balance and ledger entry in one statement; no row, and no change, where the balance would leave its limits. */
export const bookTransaction = sql<
  BookedTransaction,
  [
    userId: string,
    amount: number,
    type: TransactionType,
    description: string,
    adminId: string | null,
    idempotencyKey: string | null,
  ]
>(
  `WITH account AS (
    UPDATE users SET credits_balance = credits_balance + $2,
      credits_purchased = credits_purchased + CASE WHEN $3 = 'purchase' THEN $2 ELSE 0 END
    WHERE id = $1 AND credits_balance::bigint + $2 BETWEEN 0 AND ${MAX_BALANCE}
    RETURNING id, credits_balance
  )
  INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description, admin_id, idempotency_key)
  SELECT id, $3, $2, credits_balance, $4, $5, $6 FROM account
  RETURNING ${BOOKED_COLUMNS}`,
);

export const findBooked = sql<BookedTransaction, [idempotencyKey: string]>(
  `SELECT ${BOOKED_COLUMNS} FROM credit_transactions WHERE idempotency_key = $1`,
);
