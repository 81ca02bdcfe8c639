import type { Static } from '@sinclair/typebox';
import { defineEndpoint } from './endpoint.ts';
import { closed, count, flag, nullable, text, uuid } from './schema.ts';

export const QueueInfo = closed({
  queue_count: count('Tasks in_queue'),
  completed_count: count('Tasks completed'),
  failed_count: count('Tasks failed or partially_completed'),
  in_progress_count: count('Tasks pending or posting'),
});
export type QueueInfo = Static<typeof QueueInfo>;

export const QueueStatus = closed({
  is_posting_active: flag('The posting switch'),
  current_task_id: nullable(uuid(''), 'The task most recently handed out and still being posted'),
});
export type QueueStatus = Static<typeof QueueStatus>;

const QueueSwitched = closed({
  message: text('What happened, for people'),
  is_posting_active: flag('The posting switch'),
});

export const queueInfo = defineEndpoint({
  method: 'GET',
  path: '/queue/info',
  access: 'user',
  doc: 'The number of tasks in each queue tab.',
  status: 200,
  response: QueueInfo,
});

export const queueStatus = defineEndpoint({
  method: 'GET',
  path: '/queue/status',
  access: 'user',
  doc: 'Whether posting is on, and which tasks are being posted.',
  status: 200,
  response: QueueStatus,
});

export const startQueue = defineEndpoint({
  method: 'POST',
  path: '/queue/start',
  access: 'user',
  doc: 'Starts posting: pending postings can be claimed.',
  changes: ['Task', 'Assistant', 'Queue'],
  wakesPages: true,
  status: 200,
  response: QueueSwitched,
});

export const stopQueue = defineEndpoint({
  method: 'POST',
  path: '/queue/stop',
  access: 'user',
  doc: 'Stops posting: nothing more can be claimed; postings in flight finish.',
  changes: ['Task', 'Assistant', 'Queue'],
  status: 200,
  response: QueueSwitched,
});
