import type { LedgerEntry } from '@flyerdeck/contracts';
import * as contracts from '@flyerdeck/contracts';
import { refundStars } from '../../bot/payments/stars.routes.ts';
import type { AppContext } from '../../context.ts';
import { presentLedgerRow, presentTransaction } from '../../credits/credits.presenter.ts';
import type { BookedTransaction } from '../../credits/credits.query.ts';
import { markRefunded } from '../../credits/starPayments.ts';
import { oneRow } from '../../database/statement.ts';
import { inTransaction } from '../../database/transaction.ts';
import { badRequest } from '../../server/http/errors.ts';
import { readIdempotencyKey } from '../../server/http/jsonBody.ts';
import type { EndpointRouter } from '../../server/http/mountEndpoint.ts';
import { viewUser } from '../adminUsers.service.ts';
import { listCreditUsers } from '../userLists.query.ts';
import {
  adjustCredits,
  adjustCreditsOfUsers,
  purchaseFor,
  requestStarsRefund,
  reversePurchaseOf,
} from './adminCredits.service.ts';
import { countLedger, listLedgerRows, type UserLedgerRow } from './userCredits.query.ts';

const presentLedgerEntry = ({
  balance_after,
  admin_telegram_id,
  admin_name,
  star_payment,
  ...row
}: UserLedgerRow): LedgerEntry => ({
  ...presentLedgerRow(row),
  balance_after,
  admin_telegram_id,
  admin_name,
  ...(star_payment && { star_payment }),
});

const presentBooking = (entry: BookedTransaction, message: string): contracts.Booking => ({
  message,
  credits_balance: entry.balanceAfter,
  transaction: presentTransaction(entry),
});

export function mountAdminCreditsRoutes(endpoints: EndpointRouter, { config, hints }: AppContext): void {
  const hintBooking = (owner: string) => {
    hints.send({ kind: 'work', owner });
    hints.send({ kind: 'changed', owner, tags: ['Balance', 'Transaction', 'Assistant'] });
  };

  endpoints.mount(contracts.listCreditUsers, ({ db }) => listCreditUsers(db));

  endpoints.mount(contracts.listUserLedger, async ({ db, user, params, query }) => {
    const { id } = await viewUser(db, user.id, params.telegramId);
    const { page = 1, limit = contracts.LEDGER_PAGE_SIZE, transaction_type = null, page_guid = null } = query;
    const filter = [id, transaction_type, page_guid] as const;
    const [rows, { total }] = await Promise.all([
      listLedgerRows(db, [...filter, limit, (page - 1) * limit]),
      oneRow(countLedger(db, [...filter])),
    ]);
    return { entries: rows.map(presentLedgerEntry), total };
  });

  endpoints.mountInTransaction(contracts.adjustCredits, async ({ db, user, body, ctx, afterCommit }) => {
    const acting = { adminId: user.id, idempotencyKey: readIdempotencyKey(ctx) };
    const { entry, userId } = await adjustCredits(db, acting, body);
    afterCommit(() => hintBooking(userId));
    return presentBooking(entry, `Credits ${entry.amount > 0 ? 'added' : 'removed'}: ${Math.abs(entry.amount)}.`);
  });

  endpoints.mountInTransaction(contracts.bookPurchase, async ({ db, user, body, ctx, afterCommit }) => {
    const acting = { adminId: user.id, idempotencyKey: readIdempotencyKey(ctx) };
    const { entry, userId } = await purchaseFor(db, acting, body);
    afterCommit(() => hintBooking(userId));
    return presentBooking(entry, `Purchase booked: ${entry.amount} credits.`);
  });

  endpoints.mountInTransaction(contracts.adjustCreditsOfUsers, async ({ db, user, body, ctx, afterCommit }) => {
    const idempotencyKey = readIdempotencyKey(ctx);
    if (!idempotencyKey) throw badRequest('invalid_request', 'An Idempotency-Key header is needed.');
    const userIds = await adjustCreditsOfUsers(db, { adminId: user.id, idempotencyKey }, body);
    afterCommit(() => userIds.forEach(hintBooking));
    const { amount } = body;
    const users = `${userIds.length} user${userIds.length === 1 ? '' : 's'}`;
    return { message: `Credits ${amount > 0 ? 'added' : 'removed'}: ${Math.abs(amount)} for each of ${users}.` };
  });

  // After a crash or an error at any point, a repeat continues.
  endpoints.mount(contracts.reversePurchase, async ({ db, user, body }) => {
    const payment = await inTransaction(db, (db) => requestStarsRefund(db, user.id, body));
    if (payment && !payment.refunded_at) {
      await refundStars(config, body.user_id, payment.charge_id);
      await markRefunded(db, [payment.charge_id]);
    }
    const { entry, userId } = await inTransaction(db, (db) => reversePurchaseOf(db, user.id, body));
    hintBooking(userId);
    return presentBooking(entry, `Purchase reversed: ${-entry.amount} credits.`);
  });
}
