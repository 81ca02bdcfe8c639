import * as contracts from '@flyerdeck/contracts';
import type { Context } from 'koa';
import { presentTransaction } from '../credits/credits.presenter.ts';
import { issueTicket } from '../exports/tickets.ts';
import { badRequest } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { transaction } from '../http/transaction.ts';
import { adjustCredits } from './adminUsers.service.ts';
import { listCreditUsersText } from './userLists.query.ts';
import { creditUsersExport } from './usersExport.query.ts';

/** The Idempotency-Key header, or null without one. Throws 400 if it is too long. */
function readIdempotencyKey(ctx: Context): string | null {
  const key = ctx.get('Idempotency-Key').trim();
  const most = contracts.MAX_IDEMPOTENCY_KEY_LENGTH;
  if (key.length <= most) return key || null;
  throw badRequest('invalid_request', `The Idempotency-Key header may have at most ${most} characters.`);
}

/** Lists, exports and adjusts the credits of all users. */
export function mountAdminCreditsRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(contracts.listCreditUsers, ({ db }) => listCreditUsersText(db));
  endpoints.mount(contracts.exportCreditUsers, ({ db, user, body }) =>
    issueTicket(db, user.id, creditUsersExport, body),
  );

  endpoints.mount(
    contracts.adjustCredits,
    transaction(async ({ db, user, body, ctx }) => {
      const idempotencyKey = readIdempotencyKey(ctx);
      const booked = await adjustCredits(db, { adminId: user.id, idempotencyKey }, body);
      return {
        message: `Credits ${booked.amount > 0 ? 'added' : 'taken'}: ${Math.abs(booked.amount)}.`,
        credits_balance: booked.balanceAfter,
        transaction: presentTransaction(booked),
      };
    }),
  );
}
