import * as attention from '@flyerdeck/contracts/calls/attention';
import { injectCalls } from '../client.ts';

export const attentionApi = injectCalls(attention, {
  getAttention: { provides: ['Queue', 'Page/LIST', 'Assistant/LIST'] },
});

export const { useGetAttentionQuery, useRetryAttentionMutation } = attentionApi;
