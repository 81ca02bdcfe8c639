import * as queue from '@flyerdeck/contracts/calls/queue';
import { injectCalls } from '../client.ts';

export const queueApi = injectCalls(queue, {
  queueInfo: { provides: ['Queue'] },
  queueStatus: { provides: ['Queue'] },
  listCalendarPages: {
    args: ({ assistantId, ...range }: { from: string; until: string; assistantId?: string | undefined }) => ({
      ...range,
      assistant_id: assistantId,
    }),
    provides: ['Queue'],
  },
  listCalendar: { provides: ['Queue'] },
});

export const {
  useQueueInfoQuery,
  useQueueStatusQuery,
  useListCalendarPagesQuery,
  useListCalendarQuery,
  useListNextPostsQuery,
  useStartQueueMutation,
  useStopQueueMutation,
} = queueApi;
