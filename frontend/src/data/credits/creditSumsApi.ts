import { credits } from '@flyerdeck/contracts/calls';
import { injectCalls } from '../client.ts';

/** Separate from `creditsApi.ts`, because every route loads that file. */
export const creditSumsApi = injectCalls(
  {
    createStarsInvoice: credits.createStarsInvoice,
    getCreditOutlook: credits.getCreditOutlook,
    listEntries: credits.listEntries,
    listSpending: credits.listSpending,
  },
  { listSpending: { provides: ['Transaction/LIST'] }, listEntries: { provides: ['Transaction/LIST'] } },
);

export const { useCreateStarsInvoiceMutation, useListSpendingQuery, useListEntriesQuery, useGetCreditOutlookQuery } =
  creditSumsApi;
