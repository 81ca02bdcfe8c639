import * as creditBatches from '@flyerdeck/contracts/calls/creditBatches';
import { injectCalls } from '../client.ts';

/** Adjustments of many users by a file. Apart from the other calls of credits, which are in the first load of everybody. */
export const creditBatchesApi = injectCalls(creditBatches, {});

export const { usePreviewCreditBatchMutation, useBookCreditBatchMutation } = creditBatchesApi;
