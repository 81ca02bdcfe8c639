import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { type FlyersToUpload, uploadRequestOf } from '../drafts/lazyDrafts.ts';
import { path } from '../path.ts';
import { listTag, WORK_TAGS } from '../tags.ts';

interface TaskArgs {
  id: string;
}

export const tasksApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** `status` is a comma-separated list. Without it, all tasks that are not archived. */
    listTasks: build.query<Answer<'listTasks'>, { status?: string }>({
      query: ({ status }) => ({ path: path`/tasks`, query: { status } }),
      providesTags: [listTag('Task')],
    }),
    getTask: build.query<Answer<'getTask'>, TaskArgs>({
      query: ({ id }) => ({ path: path`/tasks/${id}` }),
      providesTags: (_answer, _error, { id }) => [{ type: 'Task', id }],
    }),
    listTaskTimelines: build.query<Answer<'listTaskTimelines'>, TaskArgs & { postingId?: string }>({
      query: ({ id, postingId }) => ({ path: path`/tasks/${id}/timelines`, query: { posting_id: postingId } }),
      providesTags: (_answer, _error, { id }) => [{ type: 'Task', id }],
    }),
    updateTask: build.mutation<Answer<'updateTask'>, TaskArgs & WithBody<'updateTask'>>({
      query: ({ id, body }) => ({ method: 'PUT', path: path`/tasks/${id}`, body }),
    }),
    deleteTask: build.mutation<null, TaskArgs>({
      query: ({ id }) => ({ method: 'DELETE', path: path`/tasks/${id}` }),
      // The positions of the following flyers and the assistant's count change.
      invalidatesTags: (_answer, error) => (error ? [] : [listTag('Task'), listTag('Assistant')]),
    }),
    retryTask: build.mutation<Answer<'retryTask'>, TaskArgs & Partial<WithBody<'retryTask'>>>({
      query: ({ id, body }) => ({ method: 'POST', path: path`/tasks/${id}/retry`, body }),
      invalidatesTags: (_answer, error) => (error ? [] : WORK_TAGS),
    }),
    archiveFinalized: build.mutation<Answer<'archiveFinalized'>, void>({
      query: () => ({ method: 'POST', path: path`/tasks/archive-finalized` }),
      invalidatesTags: (_answer, error) => (error ? [] : WORK_TAGS),
    }),
    /** Uploads several flyers in one request. `draftListeners.ts` invalidates the counts after the last request. */
    uploadTasks: build.mutation<Answer<'uploadTasks'>, FlyersToUpload>({
      query: (upload) => ({
        method: 'POST',
        path: path`/assistants/${upload.id}/tasks`,
        ...uploadRequestOf(upload),
      }),
    }),
  }),
});

export const {
  useListTasksQuery,
  useGetTaskQuery,
  useListTaskTimelinesQuery,
  useDeleteTaskMutation,
  useRetryTaskMutation,
  useArchiveFinalizedMutation,
} = tasksApi;
