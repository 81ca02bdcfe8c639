import * as attention from '@flyerdeck/contracts/calls/attention';
import { injectCalls } from '../client.ts';

const PROVIDES = ['Queue', 'Page/LIST', 'Assistant/LIST'] as const;

export const attentionApi = injectCalls(attention, {
  getAttention: { provides: PROVIDES },
  // Not cached, so that the opened rows are those that were counted.
  listAttention: { provides: PROVIDES, keepUnusedDataFor: 0 },
});

export const { useGetAttentionQuery, useListAttentionQuery, useRetryAttentionMutation } = attentionApi;
