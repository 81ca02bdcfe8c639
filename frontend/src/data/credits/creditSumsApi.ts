import { getCreditOutlook, listSpending } from '@flyerdeck/contracts/calls/credits';
import { injectCalls } from '../client.ts';

/** Separate from `creditsApi.ts`, because every route loads that file. */
export const creditSumsApi = injectCalls(
  { getCreditOutlook, listSpending },
  { listSpending: { provides: ['Transaction/LIST'] } },
);

export const { useListSpendingQuery, useGetCreditOutlookQuery } = creditSumsApi;
