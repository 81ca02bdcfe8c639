import { getBalance, listPackages, listTransactions, TRANSACTIONS_FETCHED } from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import type { EndpointRouter } from '../http/mountEndpoint.ts';
import { presentBalance, presentPackage, presentTransaction } from './credits.presenter.ts';
import { findBalance, listLedger, listPackageRows } from './credits.query.ts';

export function mountCreditsRoutes(endpoints: EndpointRouter, { config, pool }: AppContext): void {
  endpoints.mount(listPackages, async () => ({
    packages: (await listPackageRows(pool, [])).map(presentPackage),
    support_telegram: config.supportTelegram,
  }));
  endpoints.mount(getBalance, async ({ user }) => {
    const [balance] = await findBalance(pool, [user.id]);
    if (!balance) throw new Error('a signed-in user has no row');
    return presentBalance(balance);
  });
  endpoints.mount(listTransactions, async ({ user, query }) => ({
    transactions: (await listLedger(pool, [user.id, query.limit ?? TRANSACTIONS_FETCHED])).map(presentTransaction),
  }));
}
