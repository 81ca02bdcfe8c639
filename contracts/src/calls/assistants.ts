// Written by `npm run calls` from assistants.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../assistants.ts';

export const addToQueue: Call<typeof contracts.addToQueue> = { method: 'POST', path: '/assistants/:id/add-to-queue', changes: ['Task', 'Assistant/LIST', 'Queue'] };
export const createAssistant: Call<typeof contracts.createAssistant> = { method: 'POST', path: '/assistants' };
export const deleteAssistant: Call<typeof contracts.deleteAssistant> = { method: 'DELETE', path: '/assistants/:id', changes: ['Task/LIST', 'Queue'] };
export const deleteRepeat: Call<typeof contracts.deleteRepeat> = { method: 'DELETE', path: '/assistants/:id/repeat' };
export const listAssistantTasks: Call<typeof contracts.listAssistantTasks> = { path: '/assistants/:id/tasks' };
export const listAssistants: Call<typeof contracts.listAssistants> = { path: '/assistants' };
export const openScreenshots: Call<typeof contracts.openScreenshots> = { method: 'POST', path: '/assistants/:id/screenshots/ticket' };
export const pauseAssistant: Call<typeof contracts.pauseAssistant> = { method: 'POST', path: '/assistants/:id/pause', changes: ['Task', 'Assistant/LIST', 'Queue'] };
export const pauseRepeat: Call<typeof contracts.pauseRepeat> = { method: 'PATCH', path: '/assistants/:id/repeat' };
export const processScreenshots: Call<typeof contracts.processScreenshots> = { method: 'POST', path: '/assistants/:id/process-screenshots', changes: ['Task', 'Assistant/LIST', 'Queue'] };
export const reorderTasks: Call<typeof contracts.reorderTasks> = { method: 'PUT', path: '/assistants/:id/task-order', refetchOnFailure: ['Task/ASSISTANT-:id'] };
export const resumeAssistant: Call<typeof contracts.resumeAssistant> = { method: 'POST', path: '/assistants/:id/resume', changes: ['Task', 'Assistant/LIST', 'Queue'] };
export const saveRepeat: Call<typeof contracts.saveRepeat> = { method: 'PUT', path: '/assistants/:id/repeat' };
export const updateAssistant: Call<typeof contracts.updateAssistant> = { method: 'PUT', path: '/assistants/:id', changes: ['Task/ASSISTANT-:id'] };
