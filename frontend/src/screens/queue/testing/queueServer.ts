import { QUEUE_TAB_STATUSES } from '@flyerdeck/contracts/statuses';
import type { QueueStatus, Task, TaskPosting } from '@flyerdeck/contracts/types';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { buildBalance } from '../../../../test/builders.ts';

interface Refusal {
  readonly status: number;
  readonly body?: { readonly error: string; readonly code: string };
}

/** What the server holds during a test; change it and the next request sees the change. */
export interface QueueServerState {
  tasks: Task[];
  postings: Record<string, TaskPosting[]>;
  status: QueueStatus;
  /** Answers these calls ('POST /api/queue/start') with an error instead. */
  refusals: Record<string, Refusal>;
  /** Every request so far, with its body where it had one. */
  requests: { call: string; body: unknown }[];
}

const has = (statuses: readonly string[]) => (task: Task) => statuses.includes(task.status);

function queueInfoOf(tasks: readonly Task[]) {
  const count = (tab: keyof typeof QUEUE_TAB_STATUSES) => tasks.filter(has(QUEUE_TAB_STATUSES[tab])).length;
  return {
    queue_count: count('queue'),
    completed_count: count('completed'),
    failed_count: count('failed'),
    in_progress_count: count('in_progress'),
  };
}

/** A queue behind real HTTP calls, so that a test goes through the whole data layer. */
export function createQueueServer() {
  const state: QueueServerState = { tasks: [], postings: {}, status: idle(), refusals: {}, requests: [] };

  const answer = async (request: Request, respond: () => Response): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const text = await request.clone().text();
    state.requests.push({ call: `${request.method} ${pathname}${search}`, body: text ? JSON.parse(text) : undefined });
    const refusal = state.refusals[`${request.method} ${pathname}`];
    if (!refusal) return respond();
    return refusal.body
      ? HttpResponse.json(refusal.body, { status: refusal.status })
      : new HttpResponse(null, { status: refusal.status });
  };

  const server = setupServer(
    http.get('/api/tasks', ({ request }) =>
      answer(request, () => {
        const wanted = new URL(request.url).searchParams.get('status')?.split(',') ?? [];
        return HttpResponse.json(state.tasks.filter(has(wanted)));
      }),
    ),
    http.get('/api/credits/balance', ({ request }) => answer(request, () => HttpResponse.json(buildBalance()))),
    http.get('/api/tasks/:id', ({ request, params }) =>
      answer(request, () => {
        const task = state.tasks.find(({ _id }) => _id === params.id);
        return HttpResponse.json({ ...task, page_postings: state.postings[String(params.id)] ?? [] });
      }),
    ),
    http.post('/api/tasks/archive-finalized', ({ request }) =>
      answer(request, () => {
        const isFinal = has(['completed', 'failed', 'partially_completed']);
        const archived = state.tasks.filter(isFinal).length;
        state.tasks = state.tasks.filter((task) => !isFinal(task));
        return HttpResponse.json({ message: `${archived} archived`, archived });
      }),
    ),
    http.post('/api/tasks/:id/retry', ({ request }) =>
      answer(request, () => HttpResponse.json({ message: 'Retried', retried: 1 })),
    ),
    http.get('/api/queue/info', ({ request }) => answer(request, () => HttpResponse.json(queueInfoOf(state.tasks)))),
    http.get('/api/queue/status', ({ request }) => answer(request, () => HttpResponse.json(state.status))),
    http.post('/api/queue/:act', ({ request, params }) =>
      answer(request, () => {
        state.status = { ...state.status, is_posting_active: params.act === 'start' };
        return HttpResponse.json({ message: 'Switched', is_posting_active: state.status.is_posting_active });
      }),
    ),
  );

  return {
    server,
    state,
    countOf: (call: string) => state.requests.filter((request) => request.call === call).length,
    bodiesOf: (call: string) => state.requests.filter((request) => request.call === call).map(({ body }) => body),
    reset: () => {
      server.resetHandlers();
      Object.assign(state, { tasks: [], postings: {}, status: idle(), refusals: {}, requests: [] });
    },
  };
}

function idle(): QueueStatus {
  return { is_posting_active: false, current_task_id: null };
}
