import * as creditSums from '@flyerdeck/contracts/calls/creditSums';
import { injectCalls } from '../client.ts';

/** Separate from `creditsApi.ts`, because every route loads that file. */
export const creditSumsApi = injectCalls(creditSums, { listSpending: { provides: ['Transaction/LIST'] } });

export const { useListSpendingQuery, useGetCreditOutlookQuery } = creditSumsApi;
