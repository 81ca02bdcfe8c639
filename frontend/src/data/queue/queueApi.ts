import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { path } from '../path.ts';
import { WORK_TAGS } from '../tags.ts';

export const queueApi = api.injectEndpoints({
  endpoints: (build) => ({
    queueInfo: build.query<Answer<'queueInfo'>, void>({
      query: () => ({ path: path`/queue/info` }),
      providesTags: ['Queue'],
    }),
    queueStatus: build.query<Answer<'queueStatus'>, void>({
      query: () => ({ path: path`/queue/status` }),
      providesTags: ['Queue'],
    }),
    listCalendarPages: build.query<
      Answer<'listCalendarPages'>,
      { from: string; until: string; assistantId?: string | undefined }
    >({
      query: ({ from, until, assistantId }) => ({
        path: path`/queue/calendar/pages`,
        query: { from, until, assistant_id: assistantId },
      }),
      providesTags: ['Queue'],
    }),
    listCalendar: build.query<Answer<'listCalendar'>, WithBody<'listCalendar'>>({
      query: ({ body }) => ({ method: 'POST', path: path`/queue/calendar`, body }),
      providesTags: ['Queue'],
    }),
    // Also after a failure: the queue may have started or stopped although the response was lost.
    startQueue: build.mutation<Answer<'startQueue'>, void>({
      query: () => ({ method: 'POST', path: path`/queue/start` }),
      invalidatesTags: WORK_TAGS,
    }),
    stopQueue: build.mutation<Answer<'stopQueue'>, void>({
      query: () => ({ method: 'POST', path: path`/queue/stop` }),
      invalidatesTags: WORK_TAGS,
    }),
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
