import {
  adjustCredits,
  getBalance,
  listCreditUsers,
  listPackages,
  listTransactions,
} from '@flyerdeck/contracts/calls/credits';
import { injectCalls } from '../client.ts';

export const creditsApi = injectCalls(
  { adjustCredits, getBalance, listCreditUsers, listPackages, listTransactions },
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
