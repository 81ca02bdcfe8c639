import {
  getBalance,
  listEntries,
  listPackages,
  listSpending,
  listTransactions,
  TRANSACTIONS_FETCHED,
} from '@flyerdeck/contracts';
import type { AppContext } from '../context.ts';
import { oneRow } from '../database/statement.ts';
import type { EndpointRouter } from '../server/http/mountEndpoint.ts';
import { presentLedgerRow } from './credits.presenter.ts';
import { findBalance } from './credits.query.ts';
import { listLedger, listLedgerPart } from './ledger.query.ts';
import { inTimeZone, sumSpending } from './spending.service.ts';
import { packagesForSale } from './starPayments.ts';

export function mountCreditsRoutes(endpoints: EndpointRouter, { config }: AppContext): void {
  endpoints.mount(listPackages, async () => ({
    packages: packagesForSale(config),
    support_telegram: config.supportTelegram,
  }));
  endpoints.mount(getBalance, ({ db, user }) => oneRow(findBalance(db, [user.id])));
  endpoints.mount(listSpending, ({ db, user, query }) => sumSpending(db, user.id, query));
  endpoints.mount(listEntries, async ({ db, user, query }) => {
    const {
      time_zone: zone,
      day = null,
      page_guid: page = null,
      assistant_id: assistant = null,
      before = null,
    } = query;
    const rows = await inTimeZone(zone, () => listLedgerPart(db, [user.id, zone, day, page, assistant, before]));
    return { transactions: rows.map(presentLedgerRow) };
  });
  endpoints.mount(listTransactions, async ({ db, user, query }) => ({
    transactions: (await listLedger(db, [user.id, query.limit ?? TRANSACTIONS_FETCHED])).map(presentLedgerRow),
  }));
}
