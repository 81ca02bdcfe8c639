import * as contracts from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { presentTransaction } from '../credits/credits.presenter.ts';
import { inTransaction } from '../database/transaction.ts';
import { issueTicket } from '../exports/tickets.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { adjustCredits } from './adjustCredits.ts';
import { readIdempotencyKey } from './idempotencyKey.ts';
import { listCreditUsersText } from './userLists.query.ts';
import { creditUsersExport } from './usersExport.query.ts';

/** What admins see of everybody's credits and do to them. */
export function mountAdminCreditsRoutes(endpoints: EndpointRouter, app: AppContext): void {
  const { db } = app;
  endpoints.mount(contracts.listCreditUsers, () => listCreditUsersText(db));
  endpoints.mount(contracts.exportCreditUsers, ({ user, body }) => issueTicket(app, user.id, creditUsersExport, body));

  endpoints.mount(contracts.adjustCredits, async ({ user, body, ctx }) => {
    const idempotencyKey = readIdempotencyKey(ctx);
    const booked = await inTransaction(db, (db) => adjustCredits(db, { adminId: user.id, body, idempotencyKey }));
    return {
      message: `Credits ${booked.amount > 0 ? 'added' : 'taken'}: ${Math.abs(booked.amount)}.`,
      credits_balance: booked.balance_after,
      transaction: presentTransaction(booked),
    };
  });
}
