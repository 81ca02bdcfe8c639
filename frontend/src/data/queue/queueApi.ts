import * as queue from '@flyerdeck/contracts/calls/queue';
import { injectCalls } from '../client.ts';

export const queueApi = injectCalls(queue, {
  queueInfo: { provides: ['Queue'] },
  queueStatus: { provides: ['Queue'] },
});

export const {
  useQueueInfoQuery,
  useQueueStatusQuery,
  useListCalendarQuery,
  useStartQueueMutation,
  useStopQueueMutation,
} = queueApi;
