import * as contracts from '@flyerdeck/contracts';
import { presentTransaction } from '../credits/credits.presenter.ts';
import { issueTicket } from '../exports/tickets.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { transaction } from '../http/transaction.ts';
import { adjustCredits } from './adjustCredits.ts';
import { readIdempotencyKey } from './idempotencyKey.ts';
import { listCreditUsersText } from './userLists.query.ts';
import { creditUsersExport } from './usersExport.query.ts';

/** What admins see of everybody's credits and do to them. */
export function mountAdminCreditsRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(contracts.listCreditUsers, ({ db }) => listCreditUsersText(db));
  endpoints.mount(contracts.exportCreditUsers, ({ db, user, body }) =>
    issueTicket(db, user.id, creditUsersExport, body),
  );

  endpoints.mount(
    contracts.adjustCredits,
    transaction(async ({ db, user, body, ctx }) => {
      const booked = await adjustCredits(db, { adminId: user.id, body, idempotencyKey: readIdempotencyKey(ctx) });
      return {
        message: `Credits ${booked.amount > 0 ? 'added' : 'taken'}: ${Math.abs(booked.amount)}.`,
        credits_balance: booked.balance_after,
        transaction: presentTransaction(booked),
      };
    }),
  );
}
