import * as queue from '@flyerdeck/contracts/calls/queue';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';

export const queueApi = api.injectEndpoints({
  endpoints: (build) => ({
    queueInfo: query(build, queue.queueInfo, { provides: ['Queue'] }),
    queueStatus: query(build, queue.queueStatus, { provides: ['Queue'] }),
    listCalendarPages: query(build, queue.listCalendarPages, {
      args: ({ assistantId, ...range }: { from: string; until: string; assistantId?: string | undefined }) => ({
        ...range,
        assistant_id: assistantId,
      }),
      provides: ['Queue'],
    }),
    listCalendar: query(build, queue.listCalendar, { provides: ['Queue'] }),
    startQueue: mutation(build, queue.startQueue),
    stopQueue: mutation(build, queue.stopQueue),
  }),
});

export const {
  useQueueInfoQuery,
  useQueueStatusQuery,
  useListCalendarPagesQuery,
  useListCalendarQuery,
  useStartQueueMutation,
  useStopQueueMutation,
} = queueApi;
