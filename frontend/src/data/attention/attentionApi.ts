import { getAttention, listAttention, retryAttention } from '@flyerdeck/contracts/calls/queue';
import { injectCalls } from '../client.ts';

const PROVIDES = ['Queue', 'Page/LIST', 'Assistant/LIST'] as const;

export const attentionApi = injectCalls(
  { getAttention, listAttention, retryAttention },
  // Not cached, so that the opened rows are those that were counted.
  { getAttention: { provides: PROVIDES }, listAttention: { provides: PROVIDES, keepUnusedDataFor: 0 } },
);

export const { useGetAttentionQuery, useListAttentionQuery, useRetryAttentionMutation } = attentionApi;
