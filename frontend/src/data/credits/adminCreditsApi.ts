import * as adminCredits from '@flyerdeck/contracts/calls/adminCredits';
import { injectCalls } from '../client.ts';

export const adminCreditsApi = injectCalls(adminCredits, {
  listUserLedger: { provides: ['CreditUser/:telegramId'] },
});

export const {
  useAdjustCreditsOfUsersMutation,
  useBookPurchaseMutation,
  useListUserLedgerQuery,
  useReversePurchaseMutation,
} = adminCreditsApi;
