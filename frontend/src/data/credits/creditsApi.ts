import * as adminCredits from '@flyerdeck/contracts/calls/adminCredits';
import * as credits from '@flyerdeck/contracts/calls/credits';
import { injectCalls } from '../client.ts';

export const creditsApi = injectCalls(
  { ...credits, ...adminCredits },
  {
    listPackages: { provides: ['Package/LIST'] },
    getBalance: { provides: ['Balance'] },
    listTransactions: { provides: ['Transaction/LIST'] },
    listCreditUsers: { provides: ['CreditUser/LIST'] },
    getCreditUser: { provides: ['CreditUser/:telegramId'] },
    listUserLedger: { provides: ['CreditUser/:telegramId'] },
  },
);

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
  useExportUserLedgerMutation,
  useReversePurchaseMutation,
} = creditsApi;
