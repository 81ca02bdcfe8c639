import {
  getBalance,
  listPackages as listPackagesEndpoint,
  listTransactions,
  TRANSACTIONS_FETCHED,
} from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { presentBalance, presentPackage, presentTransaction } from './credits.presenter.ts';
import { findBalance, listLedger } from './credits.query.ts';
import { listPackages } from './credits.service.ts';

export function mountCreditsRoutes(endpoints: EndpointRouter, { config }: AppContext): void {
  endpoints.mount(listPackagesEndpoint, async ({ db }) => ({
    packages: (await listPackages(db)).map(presentPackage),
    support_telegram: config.supportTelegram,
  }));
  endpoints.mount(getBalance, async ({ db, user }) => {
    const [balance] = await findBalance(db, [user.id]);
    if (!balance) throw new Error('a signed-in user has no row');
    return presentBalance(balance);
  });
  endpoints.mount(listTransactions, async ({ db, user, query }) => ({
    transactions: (await listLedger(db, [user.id, query.limit ?? TRANSACTIONS_FETCHED])).map(presentTransaction),
  }));
}
