import { tasks } from '@flyerdeck/contracts/calls';
import { injectCalls } from '../client.ts';
import { type FlyersToUpload, uploadRequest } from './uploadProgress.ts';

export const tasksApi = injectCalls(tasks, {
  listTasks: { provides: ['Task/LIST'] },
  getTask: { provides: ['Task/:id'] },
  uploadTasks: { args: (upload: FlyersToUpload) => ({ id: upload.id, ...uploadRequest(upload) }) },
});

export const {
  useListTasksQuery,
  useGetTaskQuery,
  useDeleteTaskMutation,
  useRetryTaskMutation,
  useArchiveFinalizedMutation,
} = tasksApi;
