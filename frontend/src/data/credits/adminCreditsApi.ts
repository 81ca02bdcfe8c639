import * as adminCredits from '@flyerdeck/contracts/calls/adminCredits';
import { injectCalls } from '../client.ts';

/** The calls of admins about the credits of given users. They are not part of the first load. */
export const adminCreditsApi = injectCalls(adminCredits, {
  listUserLedger: { provides: ['CreditUser/:telegramId'] },
});

export const {
  useAdjustCreditsOfUsersMutation,
  useBookPurchaseMutation,
  useListUserLedgerQuery,
  useReversePurchaseMutation,
} = adminCreditsApi;
