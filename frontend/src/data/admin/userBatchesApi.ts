import * as userBatches from '@flyerdeck/contracts/calls/userBatches';
import { injectCalls } from '../client.ts';

/** Activation of many users, for admins. */
export const userBatchesApi = injectCalls(userBatches, {
  // Each time that the dialog opens, the users are counted again.
  previewUserBatch: { provides: ['AdminUser/LIST'], keepUnusedDataFor: 0 },
});

export const { usePreviewUserBatchQuery, useRunUserBatchMutation } = userBatchesApi;
