import * as adminCredits from '@flyerdeck/contracts/calls/adminCredits';
import { injectCalls } from '../client.ts';

/** The calls of admins about one user's credits. They are not part of the first load. */
export const adminCreditsApi = injectCalls(adminCredits, {
  getCreditUser: { provides: ['CreditUser/:telegramId'] },
  listUserLedger: { provides: ['CreditUser/:telegramId'] },
});

export const {
  useBookPurchaseMutation,
  useGetCreditUserQuery,
  useListUserLedgerQuery,
  useExportUserLedgerMutation,
  useReversePurchaseMutation,
} = adminCreditsApi;
