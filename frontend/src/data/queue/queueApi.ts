import { queue } from '@flyerdeck/contracts/calls';
import { injectCalls } from '../client.ts';

export const queueApi = injectCalls(
  {
    listCalendar: queue.listCalendar,
    queueInfo: queue.queueInfo,
    queueStatus: queue.queueStatus,
    startQueue: queue.startQueue,
    stopQueue: queue.stopQueue,
  },
  { queueInfo: { provides: ['Queue'] }, queueStatus: { provides: ['Queue'] } },
);

export const {
  useQueueInfoQuery,
  useQueueStatusQuery,
  useListCalendarQuery,
  useStartQueueMutation,
  useStopQueueMutation,
} = queueApi;
