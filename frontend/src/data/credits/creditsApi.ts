import * as credits from '@flyerdeck/contracts/calls/credits';
import { injectCalls } from '../client.ts';

export const creditsApi = injectCalls(credits, {
  listPackages: { provides: ['Package/LIST'] },
  getBalance: { provides: ['Balance'] },
  listTransactions: { provides: ['Transaction/LIST'] },
  listCreditUsers: { provides: ['CreditUser/LIST'] },
});

export const {
  useListPackagesQuery,
  useGetBalanceQuery,
  useListTransactionsQuery,
  useListCreditUsersQuery,
  useAdjustCreditsMutation,
} = creditsApi;
