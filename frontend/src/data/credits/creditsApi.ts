import { credits } from '@flyerdeck/contracts/calls';
import { injectCalls } from '../client.ts';

export const creditsApi = injectCalls(
  {
    adjustCredits: credits.adjustCredits,
    getBalance: credits.getBalance,
    listCreditUsers: credits.listCreditUsers,
    listPackages: credits.listPackages,
    listTransactions: credits.listTransactions,
  },
  {
    listPackages: { provides: ['Package/LIST'] },
    getBalance: { provides: ['Balance'] },
    listTransactions: { provides: ['Transaction/LIST'] },
    listCreditUsers: { provides: ['CreditUser/LIST'] },
  },
);

export const {
  useListPackagesQuery,
  useGetBalanceQuery,
  useListTransactionsQuery,
  useListCreditUsersQuery,
  useAdjustCreditsMutation,
} = creditsApi;
