import * as adminCredits from '@flyerdeck/contracts/calls/adminCredits';
import * as credits from '@flyerdeck/contracts/calls/credits';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';

export const creditsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPackages: query(build, credits.listPackages, { provides: ['Package/LIST'] }),
    getBalance: query(build, credits.getBalance, { provides: ['Balance'] }),
    listTransactions: query(build, credits.listTransactions, { provides: ['Transaction/LIST'] }),
    listCreditUsers: query(build, credits.listCreditUsers, { provides: ['CreditUser/LIST'] }),
    exportCreditUsers: mutation(build, credits.exportCreditUsers),
    adjustCredits: mutation(build, credits.adjustCredits),
    bookPurchase: mutation(build, adminCredits.bookPurchase),
    getCreditUser: query(build, adminCredits.getCreditUser, { provides: ['CreditUser/:telegramId'] }),
    listUserLedger: query(build, adminCredits.listUserLedger, { provides: ['CreditUser/:telegramId'] }),
  }),
});

export const {
  useListPackagesQuery,
  useGetBalanceQuery,
  useListTransactionsQuery,
  useListCreditUsersQuery,
  useExportCreditUsersMutation,
  useAdjustCreditsMutation,
  useBookPurchaseMutation,
  useGetCreditUserQuery,
  useListUserLedgerQuery,
} = creditsApi;
