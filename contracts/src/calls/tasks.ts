// Written by `npm run calls` from tasks.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../tasks.ts';

export const archiveFinalized: Call<typeof contracts.archiveFinalized> = { method: 'POST', path: '/tasks/archive-finalized', changes: ['Task', 'Assistant/LIST', 'Queue'] };
export const deleteTask: Call<typeof contracts.deleteTask> = { method: 'DELETE', path: '/tasks/:id', changes: ['Task/LIST', 'Assistant/LIST', 'Queue'] };
export const getTask: Call<typeof contracts.getTask> = { path: '/tasks/:id' };
export const listTasks: Call<typeof contracts.listTasks> = { path: '/tasks' };
export const retryTask: Call<typeof contracts.retryTask> = { method: 'POST', path: '/tasks/:id/retry', changes: ['Task', 'Assistant/LIST', 'Queue'] };
export const updateTask: Call<typeof contracts.updateTask> = { method: 'PUT', path: '/tasks/:id' };
export const uploadTasks: Call<typeof contracts.uploadTasks> = { method: 'POST', path: '/assistants/:id/tasks', changes: ['Assistant/LIST'] };
