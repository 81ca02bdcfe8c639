import { getAttention, retryAttention } from '@flyerdeck/contracts/calls/queue';
import { injectCalls } from '../client.ts';

export const attentionApi = injectCalls(
  { getAttention, retryAttention },
  { getAttention: { provides: ['Queue', 'Page/LIST', 'Assistant/LIST'] } },
);

export const { useGetAttentionQuery, useRetryAttentionMutation } = attentionApi;
