import * as contracts from '@flyerdeck/contracts';
import type { Context } from 'koa';
import { presentTransaction } from '../credits/credits.presenter.ts';
import { issueDownloadTicket } from '../exports/tickets.ts';
import { badRequest } from '../http/errors.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { transaction } from '../http/transaction.ts';
import { adjustCredits } from './adminUsers.service.ts';
import { listCreditUsersJson } from './userLists.query.ts';
import { creditUsersExport } from './usersExport.query.ts';

/** Returns the Idempotency-Key header, or null if it is missing or empty. Throws 400 invalid_request if it is too long. */
function readIdempotencyKey(ctx: Context): string | null {
  const key = ctx.get('Idempotency-Key').trim();
  const maxLength = contracts.MAX_IDEMPOTENCY_KEY_LENGTH;
  if (key.length > maxLength) {
    throw badRequest('invalid_request', `The Idempotency-Key header may have at most ${maxLength} characters.`);
  }
  return key || null;
}

/** Mounts the admin endpoints that list and export all users' credits and adjust the credits of one user. */
export function mountAdminCreditsRoutes(endpoints: EndpointRouter): void {
  endpoints.mount(contracts.listCreditUsers, ({ db }) => listCreditUsersJson(db));
  endpoints.mount(contracts.exportCreditUsers, ({ db, user, body }) =>
    issueDownloadTicket(db, user.id, creditUsersExport, body),
  );

  endpoints.mount(
    contracts.adjustCredits,
    transaction(async ({ db, user, body, ctx }) => {
      const idempotencyKey = readIdempotencyKey(ctx);
      const entry = await adjustCredits(db, { adminId: user.id, idempotencyKey }, body);
      return {
        message: `Credits ${entry.amount > 0 ? 'added' : 'removed'}: ${Math.abs(entry.amount)}.`,
        credits_balance: entry.balanceAfter,
        transaction: presentTransaction(entry),
      };
    }),
  );
}
