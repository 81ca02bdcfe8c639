import { queue } from '@flyerdeck/contracts/calls';
import { injectCalls } from '../client.ts';

export const attentionApi = injectCalls(
  { getAttention: queue.getAttention, retryAttention: queue.retryAttention },
  { getAttention: { provides: ['Queue', 'Page/LIST', 'Assistant/LIST'] } },
);

export const { useGetAttentionQuery, useRetryAttentionMutation } = attentionApi;
