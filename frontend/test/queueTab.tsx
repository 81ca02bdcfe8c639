import { POSTED_STATUSES, QUEUE_TAB_STATUSES } from '@flyerdeck/contracts/queue.values';
import type { QueueStatus, Task, TaskPosting } from '@flyerdeck/contracts/types';
import { http } from 'msw';
import QueueTab from '../src/screens/queue/QueueTab.tsx';
import { useServerWithMemory } from './apiServer.ts';
import * as shared from './builders.ts';
import { buildBalance } from './builders.ts';
import { renderScreen } from './renderScreen.tsx';

/** The shared task builder, with an image and three pending pages. */
export const buildTask = (fields: Partial<Task> = {}): Task =>
  shared.buildTask({
    assistant_name: 'Evening promo',
    file_id: shared.uuid(50),
    page_counts: { posted: 0, pending: 3, failed: 0, total: 3 },
    ...fields,
  });

export const buildPosting = shared.buildTaskPosting;

/** Data of the test server. Tests may change it between requests. */
interface QueueServerState {
  tasks: Task[];
  postings: Record<string, TaskPosting[]>;
  status: QueueStatus;
}

const hasStatus = (statuses: readonly string[]) => (task: Task) => statuses.includes(task.status);

function queueInfoOf(tasks: readonly Task[]) {
  const count = (tab: keyof typeof QUEUE_TAB_STATUSES) => tasks.filter(hasStatus(QUEUE_TAB_STATUSES[tab])).length;
  return {
    queue_count: count('queue'),
    completed_count: count('completed'),
    failed_count: count('failed'),
    in_progress_count: count('in_progress'),
    posted_count: tasks.filter(hasStatus(POSTED_STATUSES)).length,
  };
}

const idleStatus = (): QueueStatus => ({ is_posting_active: false, current_task_id: null });
const initialState = (): QueueServerState => ({ tasks: [], postings: {}, status: idleStatus() });

/** A mock HTTP server for the queue, so that tests include the data layer. */
export const useQueueServer = () =>
  useServerWithMemory(initialState, (state, answer) => [
    http.get('/api/tasks', ({ request }) =>
      answer(request, () => {
        const wanted = new URL(request.url).searchParams.get('status')?.split(',') ?? [];
        return state.tasks.filter(hasStatus(wanted));
      }),
    ),
    http.get('/api/credits/balance', ({ request }) => answer(request, () => buildBalance())),
    http.get('/api/tasks/:id', ({ request, params }) =>
      answer(request, () => {
        const task = state.tasks.find(({ _id }) => _id === params.id);
        return { ...task, page_postings: state.postings[String(params.id)] ?? [] };
      }),
    ),
    http.post('/api/tasks/archive-finalized', ({ request }) =>
      answer(request, () => {
        const isFinal = hasStatus(['completed', 'failed', 'partially_completed']);
        const archived = state.tasks.filter(isFinal).length;
        state.tasks = state.tasks.filter((task) => !isFinal(task));
        return { message: `${archived} archived`, archived };
      }),
    ),
    http.post('/api/tasks/:id/retry', ({ request }) => answer(request, () => ({ message: 'Retried', retried: 1 }))),
    http.get('/api/queue/info', ({ request }) => answer(request, () => queueInfoOf(state.tasks))),
    http.get('/api/queue/status', ({ request }) => answer(request, () => state.status)),
    http.post('/api/queue/:act', ({ request, params }) =>
      answer(request, () => {
        state.status = { ...state.status, is_posting_active: params.act === 'start' };
        return { message: 'Switched', is_posting_active: state.status.is_posting_active };
      }),
    ),
  ]);

/** Renders the tab for a signed-in user, with a new store. */
export const renderQueueTab = (address = '/?view=queue') => renderScreen(<QueueTab />, { address });
