import type {
  Assistant,
  AssistantUpdate,
  BodyOf,
  Forecast,
  PickerPage,
  PostingRules,
  Preset,
  queueSheet,
  Repeat,
  RepeatBody,
  ResponseOf,
  Task,
} from '@flyerdeck/contracts/types';
import { http } from 'msw';
import { useServerWithMemory } from './apiServer.ts';
import * as shared from './builders.ts';
import { buildRepeat } from './builders.ts';

/** Earlier than the clock of the test server, so its changes are newer. */
const EARLIER = '2026-01-05T10:00:00.000Z';
const TIMES = { createdAt: EARLIER, updatedAt: EARLIER };

// The shared builders, with short ids that are easy to read in URLs.
export const buildRules = (rules: Partial<PostingRules> = {}): PostingRules =>
  shared.buildRules({ target_tags: ['vip'], ...rules });

export const buildAssistant = (fields: Partial<Assistant> = {}): Assistant =>
  shared.buildAssistant({ _id: 'a1', name: 'Evening promo', posting_rules: buildRules(), ...TIMES, ...fields });

export const buildTask = (fields: Partial<Task> = {}): Task =>
  shared.buildTask({
    _id: 't1',
    assistant_id: 'a1',
    status: 'waiting',
    file_id: 'f1',
    page_counts: { posted: 0, pending: 0, failed: 0, total: 0 },
    ...TIMES,
    ...fields,
  });

export const buildPreset = (fields: Partial<Preset> = {}): Preset =>
  shared.buildPreset({
    id: 'preset-1',
    name: 'Weekend',
    rules: buildRules({ target_tags: ['weekend'], start_delay_hours: 2 }),
    ...fields,
  });

export const buildForecast = (fields: Partial<Forecast> = {}): Forecast => ({
  pages: 3,
  offline_pages: 0,
  flyers: 2,
  postings: 6,
  credits_needed: 30,
  credits_balance: 150,
  shortfall: 0,
  first_at: '2026-01-05T12:00:00.000Z',
  last_at: '2026-01-05T14:00:00.000Z',
  is_last_known: true,
  limited_pages: 0,
  posting_paused: null,
  problem: null,
  warnings: [],
  ...fields,
});

/** Data of the test server. Tests may change it between requests. */
interface AssistantsServerState {
  assistants: Assistant[];
  tasks: Task[];
  presets: Preset[];
  pages: PickerPage[];
  tags: string[];
  forecast: Forecast;
  isPostingActive: boolean;
  sheet(body: BodyOf<typeof queueSheet>): ResponseOf<typeof queueSheet>;
}

const initialState = (): AssistantsServerState => ({
  assistants: [],
  tasks: [],
  presets: [],
  pages: [{ id: 'page-1', name: 'Luna', avatarUrl: null, tags: [] }],
  tags: ['vip', 'weekend'],
  forecast: buildForecast(),
  isPostingActive: false,
  sheet: () => ({ problems: [], assistants: 0, used_at: null, message: null }),
});

let clock = Date.parse('2026-01-06T00:00:00.000Z');
/** One second later than the previous time. */
const nextTime = (): string => {
  clock += 1_000;
  return new Date(clock).toISOString();
};

function withUpdate(assistant: Assistant, { preset_id, preset_name, ...settings }: AssistantUpdate): Assistant {
  return {
    ...assistant,
    ...settings,
    posting_rules: { ...assistant.posting_rules, ...settings.posting_rules },
    selected_preset_id: preset_id === undefined ? assistant.selected_preset_id : preset_id,
    selected_preset_name: preset_name === undefined ? assistant.selected_preset_name : preset_name,
    updatedAt: nextTime(),
  };
}

/** A mock HTTP server for assistants and flyers, so that tests include the data layer. */
export const useAssistantsServer = () =>
  useServerWithMemory(initialState, (state, answer) => {
    const change = (id: unknown, changed: (assistant: Assistant) => Assistant): Assistant | undefined => {
      state.assistants = state.assistants.map((one) => (one._id === id ? changed(one) : one));
      return state.assistants.find(({ _id }) => _id === id);
    };
    const changeStatus = (id: unknown, status: Assistant['status'], message: string) => ({
      message,
      assistant: change(id, (one) => ({ ...one, status, updatedAt: nextTime() })),
    });

    const changeRepeat = (id: unknown, changed: (repeat: Repeat | null) => Repeat | null) => ({
      message: 'Done.',
      assistant: change(id, (one) => ({ ...one, repeat: changed(one.repeat) })),
    });

    const queueStatus = () => ({ is_posting_active: state.isPostingActive, current_task_id: null });

    return [
      http.get('/api/queue/calendar', ({ request }) =>
        answer(request, () => ({ pages: [], total_pages: 0, next: [], next_left_out: 0, next_waiting: 0, tasks: [] })),
      ),
      http.get('/api/queue/status', ({ request }) => answer(request, queueStatus)),
      http.post('/api/queue/start', ({ request }) =>
        answer(request, () => {
          state.isPostingActive = true;
          return { message: 'Queue processing start requested.', ...queueStatus() };
        }),
      ),
      http.get('/api/pages', ({ request }) => answer(request, () => ({ pages: state.pages, tags: state.tags }))),
      http.get('/api/presets', ({ request }) => answer(request, () => state.presets)),
      http.get('/api/assistants', ({ request }) => answer(request, () => state.assistants)),
      http.post('/api/assistants', ({ request }) =>
        answer(request, ({ name = '', copy_of, copy_key }: { name?: string; copy_of?: string; copy_key?: string }) => {
          const original = state.assistants.find(({ _id }) => _id === copy_of);
          const created = original
            ? buildAssistant({ ...original, _id: `copy-${copy_key}`, status: 'waiting', repeat: null })
            : buildAssistant({ _id: `made-${state.assistants.length}`, name });
          state.assistants = [created, ...state.assistants.filter(({ _id }) => _id !== created._id)];
          return created;
        }),
      ),
      http.post('/api/assistants/sheets', ({ request }) =>
        answer(request, (body: BodyOf<typeof queueSheet>) => state.sheet(body)),
      ),
      http.put('/api/assistants/:id', ({ request, params }) =>
        answer(request, (update: AssistantUpdate) => change(params.id, (one) => withUpdate(one, update))),
      ),
      http.delete('/api/assistants/:id', ({ request, params }) =>
        answer(request, () => {
          state.assistants = state.assistants.filter(({ _id }) => _id !== params.id);
          return null;
        }),
      ),
      http.get('/api/assistants/:id/tasks', ({ request, params }) =>
        answer(request, () => {
          const wantsArchived = new URL(request.url).searchParams.get('status') === 'archived';
          return state.tasks.filter(
            (task) => task.assistant_id === params.id && (task.status === 'archived') === wantsArchived,
          );
        }),
      ),
      http.post('/api/assistants/:id/tasks', ({ request, params }) =>
        answer(request, ({ descriptions }: { descriptions: string[] }) => {
          const created = descriptions.map((description, index) =>
            buildTask({
              _id: `uploaded-${state.tasks.length + index}`,
              assistant_id: String(params.id),
              description,
              sequence_order: state.tasks.length + index,
              updatedAt: nextTime(),
            }),
          );
          state.tasks = [...state.tasks, ...created];
          return created;
        }),
      ),
      http.put('/api/tasks/:id', ({ request, params }) =>
        answer(request, ({ description }: { description: string }) => {
          state.tasks = state.tasks.map((task) =>
            task._id === params.id ? { ...task, description, updatedAt: nextTime() } : task,
          );
          return state.tasks.find(({ _id }) => _id === params.id);
        }),
      ),
      http.delete('/api/tasks/:id', ({ request, params }) =>
        answer(request, () => {
          state.tasks = state.tasks.filter(({ _id }) => _id !== params.id);
          return null;
        }),
      ),
      http.post('/api/assistants/:id/preview-texts', ({ request }) => answer(request, () => ({ texts: [] }))),
      http.post('/api/assistants/:id/forecast', ({ request }) => answer(request, () => state.forecast)),
      http.post('/api/assistants/:id/add-to-queue', ({ request, params }) =>
        answer(request, () => ({
          ...changeStatus(params.id, 'in_queue', '6 postings are in the queue.'),
          postings: 6,
        })),
      ),
      http.post('/api/assistants/:id/resume', ({ request, params }) =>
        answer(request, () => changeStatus(params.id, 'in_queue', 'The assistant goes on.')),
      ),
      http.put('/api/assistants/:id/repeat', ({ request, params }) =>
        answer(request, (body: RepeatBody) => changeRepeat(params.id, () => buildRepeat(body))),
      ),
      http.patch('/api/assistants/:id/repeat', ({ request, params }) =>
        answer(request, ({ is_paused }: { is_paused: boolean }) =>
          changeRepeat(params.id, (one) => one && { ...one, is_paused }),
        ),
      ),
      http.delete('/api/assistants/:id/repeat', ({ request, params }) =>
        answer(request, () => changeRepeat(params.id, () => null)),
      ),
      http.post('/api/assistants/:id/process-screenshots', ({ request }) =>
        answer(request, () => ({ message: '2 screenshots are on their way.', pictures: 2 })),
      ),
    ];
  });
