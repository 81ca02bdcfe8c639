import * as tasks from '@flyerdeck/contracts/calls/tasks';
import { api } from '../api.ts';
import { mutation, query } from '../client.ts';
import { type FlyersToUpload, uploadRequestOf } from './flyerUpload.ts';

export const tasksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTasks: query(build, tasks.listTasks, { provides: ['Task/LIST'] }),
    getTask: query(build, tasks.getTask, { provides: ['Task/:id'] }),
    listTaskTimelines: query(build, tasks.listTaskTimelines, {
      args: ({ id, postingId }: { id: string; postingId?: string }) => ({ id, posting_id: postingId }),
      provides: ['Task/:id'],
    }),
    updateTask: mutation(build, tasks.updateTask),
    deleteTask: mutation(build, tasks.deleteTask),
    retryTask: mutation(build, tasks.retryTask),
    archiveFinalized: mutation(build, tasks.archiveFinalized),
    /** Uploads several flyers in one request. */
    uploadTasks: mutation(build, tasks.uploadTasks, {
      args: (upload: FlyersToUpload) => ({ id: upload.id, ...uploadRequestOf(upload) }),
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
