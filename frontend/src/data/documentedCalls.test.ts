import { useFetchMock } from '../../test/fetchMock.ts';
import { makeStore } from '../app/store.ts';
import { adminApi } from './admin/adminApi.ts';
import { api } from './api.ts';
import { assistantsApi } from './assistants/assistantsApi.ts';
import { creditsApi } from './credits/creditsApi.ts';
import { pagesApi } from './pages/pagesApi.ts';
import { postingsApi } from './postings/postingsApi.ts';
import { presetsApi } from './presets/presetsApi.ts';
import { queueApi } from './queue/queueApi.ts';
import { saveCredentials } from './request/storage.ts';
import { TAB_ID } from './request/tabId.ts';
import { sessionApi } from './session/sessionApi.ts';
import { tasksApi } from './tasks/tasksApi.ts';

const fetchMock = useFetchMock();

const session = sessionApi.endpoints;
const pages = pagesApi.endpoints;
const tasks = tasksApi.endpoints;
const queue = queueApi.endpoints;
const assistants = assistantsApi.endpoints;
const presets = presetsApi.endpoints;
const credits = creditsApi.endpoints;
const postings = postingsApi.endpoints;
const admin = adminApi.endpoints;

const SIGN_IN = { telegram_id: '7', username: 'mia', first_name: 'Mia', last_name: '' };
const RULES = {
  target_pages: ['p1'],
  target_tags: ['vip'],
  start_delay_hours: 0,
  delay_between_tasks_hours: 1,
  duplication_time_hours: 12,
};
const ADJUSTMENT = { user_id: '7', amount: 5, transaction_type: 'bonus', description: 'Gift' } as const;
const POSTINGS = { page: 2, limit: 50, search: 'a', sort_by: 'updatedAt', sort_order: -1, archived: false } as const;
const AUTH = { 'content-type': 'application/json', 'x-session-token': 'secret', 'x-telegram-id': '42' };
const NO_AUTH = {};

type Dispatched = Parameters<ReturnType<typeof makeStore>['dispatch']>[0];
interface Documented {
  readonly call: string;
  readonly ids?: readonly string[];
  readonly ask: unknown;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Section 7 of the specification, call by call. */
const DOCUMENTED: readonly Documented[] = [
  {
    call: 'POST /api/auth/telegram',
    ids: ['7.1-01'],
    ask: session.signIn.initiate({ body: SIGN_IN }),
    body: SIGN_IN,
    headers: { 'content-type': 'application/json' },
  },
  { call: 'GET /api/auth/me', ids: ['7.1-02', '7.1-03'], ask: session.me.initiate() },
  {
    call: 'POST /api/verify_linking',
    ids: ['7.1-04'],
    ask: pages.verifyLinking.initiate({ body: { token: 't' } }),
    body: { token: 't' },
  },
  {
    call: 'GET /api/get_linking_data/abc',
    ids: ['7.1-05'],
    ask: pages.getLinkingData.initiate({ token: 'abc' }),
    headers: NO_AUTH,
  },
  { call: 'GET /api/get_user_pages', ids: ['7.2-01'], ask: pages.listUserPages.initiate() },
  {
    call: 'PUT /api/pages/g1/tags',
    ids: ['7.2-02'],
    ask: pages.updateTags.initiate({ guid: 'g1', body: { tags: ['vip', 'beach'] } }),
    body: { tags: ['vip', 'beach'] },
  },
  { call: 'POST /api/pages/g1/resume', ask: pages.resumePage.initiate({ guid: 'g1' }) },
  { call: 'DELETE /api/unlink_page/g1', ids: ['7.2-03'], ask: pages.unlinkPage.initiate({ guid: 'g1' }) },
  { call: 'GET /api/pages', ids: ['7.2-04'], ask: pages.listPickerPages.initiate() },
  {
    call: 'GET /api/tasks?status=failed%2Cpartially_completed',
    ask: tasks.listTasks.initiate({ status: 'failed,partially_completed' }),
  },
  { call: 'GET /api/tasks/t1', ask: tasks.getTask.initiate({ id: 't1' }) },
  { call: 'POST /api/tasks/t1/retry', ask: tasks.retryTask.initiate({ id: 't1', body: {} }), body: {} },
  { call: 'POST /api/tasks/archive-finalized', ask: tasks.archiveFinalized.initiate() },
  { call: 'GET /api/queue/info', ask: queue.queueInfo.initiate() },
  { call: 'GET /api/queue/status', ask: queue.queueStatus.initiate() },
  { call: 'POST /api/queue/start', ask: queue.startQueue.initiate() },
  { call: 'POST /api/queue/stop', ask: queue.stopQueue.initiate() },
  { call: 'GET /api/assistants?searchQuery=x', ask: assistants.listAssistants.initiate({ searchQuery: 'x' }) },
  {
    call: 'PUT /api/assistants/a1',
    ask: assistants.updateAssistant.initiate({ id: 'a1', body: { posting_rules: RULES, preset_id: null } }),
    body: { posting_rules: RULES, preset_id: null },
  },
  { call: 'DELETE /api/assistants/a1', ask: assistants.deleteAssistant.initiate({ id: 'a1' }) },
  { call: 'POST /api/assistants/a1/add-to-queue', ask: assistants.addToQueue.initiate({ id: 'a1' }) },
  { call: 'POST /api/assistants/a1/resume', ask: assistants.resumeAssistant.initiate({ id: 'a1' }) },
  { call: 'POST /api/assistants/a1/process-screenshots', ask: assistants.processScreenshots.initiate({ id: 'a1' }) },
  {
    call: 'GET /api/assistants/a1/tasks?status=archived',
    ask: assistants.listAssistantTasks.initiate({ id: 'a1', status: 'archived' }),
  },
  { call: 'GET /api/presets', ask: presets.listPresets.initiate() },
  {
    call: 'POST /api/presets',
    ask: presets.createPreset.initiate({ body: { name: 'Nightly', rules: RULES } }),
    body: { name: 'Nightly', rules: RULES },
  },
  {
    call: 'PUT /api/presets/r1',
    ask: presets.updatePreset.initiate({ id: 'r1', body: { name: 'Nightly', rules: RULES } }),
    body: { name: 'Nightly', rules: RULES },
  },
  { call: 'DELETE /api/presets/r1', ask: presets.deletePreset.initiate({ id: 'r1' }) },
  { call: 'GET /api/credits/packages', ask: credits.listPackages.initiate(), headers: NO_AUTH },
  { call: 'GET /api/credits/balance', ask: credits.getBalance.initiate() },
  { call: 'GET /api/credits/transactions?limit=20', ask: credits.listTransactions.initiate({ limit: 20 }) },
  {
    call: 'GET /api/page-postings/p1/view-data',
    ids: ['7.6-01'],
    ask: postings.getPreview.initiate({ pagePostingId: 'p1' }),
    headers: NO_AUTH,
  },
  { call: 'GET /api/admin/stats', ask: admin.getStats.initiate() },
  { call: 'GET /api/admin/users', ask: admin.listUsers.initiate() },
  { call: 'GET /api/admin/users/7', ask: admin.getUser.initiate({ telegramId: '7' }) },
  {
    call: 'PATCH /api/admin/users/7',
    ask: admin.updateUser.initiate({ telegramId: '7', body: { is_active: false } }),
    body: { is_active: false },
  },
  { call: 'GET /api/admin/user/7/activity', ask: admin.getUserActivity.initiate({ telegramId: '7' }) },
  {
    call: 'GET /api/page-postings/performance-analytics?limit=500',
    ask: postings.getPerformanceAnalytics.initiate({ limit: 500 }),
  },
  {
    call: 'GET /api/page-postings/detailed-admin?page=2&limit=50&search=a&sort_by=updatedAt&sort_order=-1&archived=false',
    ask: postings.listDetailedPostings.initiate(POSTINGS),
  },
  { call: 'GET /api/credits/admin/users-credits', ask: credits.listCreditUsers.initiate() },
  {
    call: 'POST /api/credits/admin/adjust-credits',
    ask: credits.adjustCredits.initiate({ body: ADJUSTMENT, idempotencyKey: 'once' }),
    body: ADJUSTMENT,
    headers: { ...AUTH, 'idempotency-key': 'once' },
  },
];

const CASES = DOCUMENTED.map((one) => ({ ...one, ids: ['7-01', '7-05', ...(one.ids ?? [])].join(', ') }));

test.each(CASES)('sends $call as documented [$ids]', async ({ call, ask, body, headers = AUTH }) => {
  fetchMock.mockResolvedValue(Response.json({ error: 'Not now.', code: 'unavailable' }, { status: 503 }));
  saveCredentials({ sessionToken: 'secret', telegramId: '42' });
  const store = makeStore();
  await store.dispatch(ask as Dispatched);
  expect(fetchMock).toHaveBeenCalledTimes(1);
  const [address, request] = fetchMock.mock.calls[0] as [string, RequestInit];
  expect(`${request.method} ${address}`).toBe(call);
  expect(request.body === undefined ? undefined : JSON.parse(String(request.body))).toEqual(body);
  const { 'x-live-tab': tab, ...sent } = Object.fromEntries(new Headers(request.headers));
  expect(sent).toEqual(headers);
  expect(tab).toBe(headers['x-session-token'] && request.method !== 'GET' ? TAB_ID : undefined);
  store.dispatch(api.util.resetApiState());
});
