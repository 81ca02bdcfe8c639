// Written by `npm run calls` from queue.ts. Only types are imported, so that no schema reaches the web app.
import type { Call } from '../call.ts';
import type * as contracts from '../queue.ts';

export const getAttention: Call<typeof contracts.getAttention> = { path: '/attention' };
export const listCalendar: Call<typeof contracts.listCalendar> = { path: '/queue/calendar' };
export const queueInfo: Call<typeof contracts.queueInfo> = { path: '/queue/info' };
export const queueStatus: Call<typeof contracts.queueStatus> = { path: '/queue/status' };
export const retryAttention: Call<typeof contracts.retryAttention> = { method: 'POST', path: '/attention/retry', changes: ['Task', 'Assistant/LIST', 'Queue'] };
export const startQueue: Call<typeof contracts.startQueue> = { method: 'POST', path: '/queue/start', changes: ['Task', 'Assistant/LIST', 'Queue'], refetchOnFailure: ['Task', 'Assistant/LIST', 'Queue'] };
export const stopQueue: Call<typeof contracts.stopQueue> = { method: 'POST', path: '/queue/stop', changes: ['Task', 'Assistant/LIST', 'Queue'], refetchOnFailure: ['Task', 'Assistant/LIST', 'Queue'] };
