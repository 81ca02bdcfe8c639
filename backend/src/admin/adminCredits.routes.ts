import * as contracts from '@flyerdeck/contracts';
import { presentTransaction } from '../credits/credits.presenter.ts';
import type { Hints } from '../database/hints.ts';
import { issueDownloadTicket } from '../exports/tickets.ts';
import { readIdempotencyKey } from '../http/idempotencyKey.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { transaction } from '../http/transaction.ts';
import { adjustCredits } from './adminUsers.service.ts';
import { listCreditUsersJson } from './userLists.query.ts';
import { creditUsersExport } from './usersExport.query.ts';

/** Mounts the admin endpoints that list and export all users' credits and adjust the credits of one user. */
export function mountAdminCreditsRoutes(endpoints: EndpointRouter, hints: Hints): void {
  endpoints.mount(contracts.listCreditUsers, ({ db }) => listCreditUsersJson(db));
  endpoints.mount(contracts.exportCreditUsers, ({ db, user, body }) =>
    issueDownloadTicket(db, user.id, creditUsersExport, body),
  );

  endpoints.mount(
    contracts.adjustCredits,
    transaction(async ({ db, user, body, ctx, afterCommit }) => {
      const idempotencyKey = readIdempotencyKey(ctx);
      const { entry, userId } = await adjustCredits(db, { adminId: user.id, idempotencyKey }, body);
      afterCommit(() => {
        hints.send({ kind: 'work', owner: userId });
        hints.send({ kind: 'changed', owner: userId, tags: ['Balance', 'Transaction', 'Assistant'] });
      });
      return {
        message: `Credits ${entry.amount > 0 ? 'added' : 'removed'}: ${Math.abs(entry.amount)}.`,
        credits_balance: entry.balanceAfter,
        transaction: presentTransaction(entry),
      };
    }),
  );
}
