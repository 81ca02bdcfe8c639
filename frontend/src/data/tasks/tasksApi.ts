import type {
  archiveFinalized,
  BodyOf,
  getTask,
  listTasks,
  listTaskTimelines,
  ResponseOf,
  retryTask,
  updateTask,
  uploadTasks,
} from '@flyerdeck/contracts/types';
import { api } from '../api.ts';
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
    listTasks: build.query<ResponseOf<typeof listTasks>, { status?: string }>({
      query: ({ status }) => ({ path: path`/tasks`, query: { status } }),
      providesTags: [listTag('Task')],
    }),
    getTask: build.query<ResponseOf<typeof getTask>, OfTask>({
      query: ({ id }) => ({ path: path`/tasks/${id}` }),
      providesTags: (_answer, _error, { id }) => [{ type: 'Task', id }],
    }),
    listTaskTimelines: build.query<ResponseOf<typeof listTaskTimelines>, OfTask & { postingId?: string }>({
      query: ({ id, postingId }) => ({ path: path`/tasks/${id}/timelines`, query: { posting_id: postingId } }),
      providesTags: (_answer, _error, { id }) => [{ type: 'Task', id }],
    }),
    updateTask: build.mutation<ResponseOf<typeof updateTask>, OfTask & { body: BodyOf<typeof updateTask> }>({
      query: ({ id, body }) => ({ method: 'PUT', path: path`/tasks/${id}`, body }),
    }),
    deleteTask: build.mutation<null, OfTask>({
      query: ({ id }) => ({ method: 'DELETE', path: path`/tasks/${id}` }),
      // The flyers behind it move up, and the assistant counts one fewer.
      invalidatesTags: (_answer, error) => (error ? [] : [listTag('Task'), listTag('Assistant')]),
    }),
    retryTask: build.mutation<ResponseOf<typeof retryTask>, OfTask & { body?: BodyOf<typeof retryTask> }>({
      query: ({ id, body }) => ({ method: 'POST', path: path`/tasks/${id}/retry`, body }),
      invalidatesTags: (_answer, error) => (error ? [] : WORK_TAGS),
    }),
    archiveFinalized: build.mutation<ResponseOf<typeof archiveFinalized>, void>({
      query: () => ({ method: 'POST', path: path`/tasks/archive-finalized` }),
      invalidatesTags: (_answer, error) => (error ? [] : WORK_TAGS),
    }),
    /** Several flyers in one request; the listener that sends it says when the counts are to be read again. */
    uploadTasks: build.mutation<ResponseOf<typeof uploadTasks>, FlyersToUpload>({
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
