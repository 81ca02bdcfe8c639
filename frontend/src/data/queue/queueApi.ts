import { listCalendar, queueInfo, queueStatus, startQueue, stopQueue } from '@flyerdeck/contracts/calls/queue';
import { injectCalls } from '../client.ts';

export const queueApi = injectCalls(
  { listCalendar, queueInfo, queueStatus, startQueue, stopQueue },
  { queueInfo: { provides: ['Queue'] }, queueStatus: { provides: ['Queue'] } },
);

export const {
  useQueueInfoQuery,
  useQueueStatusQuery,
  useListCalendarQuery,
  useStartQueueMutation,
  useStopQueueMutation,
} = queueApi;
