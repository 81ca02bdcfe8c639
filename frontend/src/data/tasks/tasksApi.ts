import { api } from '../api.ts';
import type { Answer, WithBody } from '../calls.ts';
import { fileOf } from '../drafts/chosenFiles.ts';
import { type FlyersToUpload, progressOf } from '../drafts/uploadProgress.ts';
import { path } from '../path.ts';
import { listTag, WORK_TAGS } from '../tags.ts';

interface OfTask {
  id: string;
}

export function uploadForm({ flyers }: FlyersToUpload): FormData {
  const form = new FormData();
  for (const { key, description } of flyers) {
    const file = fileOf(key);
    if (!file) continue;
    form.append('images', file);
    form.append('descriptions', description);
  }
  return form;
}

export const tasksApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** `status` is a comma-separated list; without it all but archived. */
    listTasks: build.query<Answer<'listTasks'>, { status?: string }>({
      query: ({ status }) => ({ path: path`/tasks`, query: { status } }),
      providesTags: [listTag('Task')],
    }),
    getTask: build.query<Answer<'getTask'>, OfTask>({
      query: ({ id }) => ({ path: path`/tasks/${id}` }),
      providesTags: (_answer, _error, { id }) => [{ type: 'Task', id }],
    }),
    listTaskTimelines: build.query<Answer<'listTaskTimelines'>, OfTask & { postingId?: string }>({
      query: ({ id, postingId }) => ({ path: path`/tasks/${id}/timelines`, query: { posting_id: postingId } }),
      providesTags: (_answer, _error, { id }) => [{ type: 'Task', id }],
    }),
    updateTask: build.mutation<Answer<'updateTask'>, OfTask & WithBody<'updateTask'>>({
      query: ({ id, body }) => ({ method: 'PUT', path: path`/tasks/${id}`, body }),
    }),
    deleteTask: build.mutation<null, OfTask>({
      query: ({ id }) => ({ method: 'DELETE', path: path`/tasks/${id}` }),
      // The flyers behind it move up, and the assistant counts one fewer.
      invalidatesTags: (_answer, error) => (error ? [] : [listTag('Task'), listTag('Assistant')]),
    }),
    retryTask: build.mutation<Answer<'retryTask'>, OfTask & Partial<WithBody<'retryTask'>>>({
      query: ({ id, body }) => ({ method: 'POST', path: path`/tasks/${id}/retry`, body }),
      invalidatesTags: (_answer, error) => (error ? [] : WORK_TAGS),
    }),
    archiveFinalized: build.mutation<Answer<'archiveFinalized'>, void>({
      query: () => ({ method: 'POST', path: path`/tasks/archive-finalized` }),
      invalidatesTags: (_answer, error) => (error ? [] : WORK_TAGS),
    }),
    /** Several flyers in one request; the listener that sends it says when the counts are to be read again. */
    uploadTasks: build.mutation<Answer<'uploadTasks'>, FlyersToUpload>({
      query: (upload) => ({
        method: 'POST',
        path: path`/assistants/${upload.id}/tasks`,
        body: uploadForm(upload),
        ...progressOf(upload),
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
