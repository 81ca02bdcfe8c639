import { type Endpoint, registry } from '@flyerdeck/contracts';
import { uuid } from '../../test/builders.ts';
import { CALL_ARGUMENTS } from '../../test/callArguments.ts';
import { useFetchMock } from '../../test/fetchMock.ts';
import { makeStore } from '../app/store.ts';
import { adminApi } from './admin/adminApi.ts';
import { adminCreditsApi, adminOperationApi, exportsApi, sitePacksApi } from './admin/adminOperationApi.ts';
import { api } from './api.ts';
import { assistantsApi } from './assistants/assistantsSlice.ts';
import { attentionApi } from './attention/attentionApi.ts';
import { creditSumsApi } from './credits/creditSumsApi.ts';
import { creditsApi } from './credits/creditsApi.ts';
import { pagesApi } from './pages/pagesApi.ts';
import { postingsApi } from './postings/postingsApi.ts';
import { presetsApi } from './presets/presetsSlice.ts';
import { problemReportsApi } from './problemReports/problemReportsApi.ts';
import { queueApi } from './queue/queueApi.ts';
import { saveCredentials, TAB_ID } from './request/storage.ts';
import { accountApi } from './session/accountApi.ts';
import { sessionApi } from './session/sessionSlice.ts';
import { tasksApi } from './tasks/tasksApi.ts';
import { addFile, uploadForm } from './tasks/uploadProgress.ts';

const id = uuid(7);

type Initiate = (argument: unknown) => Parameters<ReturnType<typeof makeStore>['dispatch']>[0];
const endpoints: Readonly<Record<string, { readonly initiate: Initiate }>> = Object.assign(
  {},
  ...[
    sessionApi,
    accountApi,
    pagesApi,
    assistantsApi,
    tasksApi,
    presetsApi,
    queueApi,
    attentionApi,
    adminCreditsApi,
    creditsApi,
    creditSumsApi,
    postingsApi,
    problemReportsApi,
    adminApi,
    adminOperationApi,
    exportsApi,
    sitePacksApi,
  ].map((area) => area.endpoints),
);

const fetchMock = useFetchMock();
beforeEach(() => {
  fetchMock.mockResolvedValue(Response.json({ error: 'Not now.', code: 'unavailable' }, { status: 503 }));
  saveCredentials({ sessionToken: 'secret', telegramId: '42' });
});

/** The calls of section 7 of the specification, as they are sent with `CALL_ARGUMENTS`, and their sentences. */
const DOCUMENTED: Readonly<Record<string, readonly [call: string, ids?: string]>> = {
  signIn: ['POST /auth/telegram', '7.1-01'],
  me: ['GET /auth/me', '7.1-02, 7.1-03'],
  verifyLinking: ['POST /verify_linking', '7.1-04'],
  getLinkingData: ['GET /get_linking_data/a%2Fb', '7.1-05'],
  listUserPages: ['GET /get_user_pages', '7.2-01'],
  updateTags: [`PUT /pages/${id}/tags`, '7.2-02'],
  resumePage: [`POST /pages/${id}/resume`],
  unlinkPage: [`DELETE /unlink_page/${id}`, '7.2-03'],
  listPickerPages: ['GET /pages', '7.2-04'],
  listTasks: ['GET /tasks?status=failed%2Cpartially_completed'],
  getTask: [`GET /tasks/${id}`],
  retryTask: [`POST /tasks/${id}/retry`],
  archiveFinalized: ['POST /tasks/archive-finalized'],
  queueInfo: ['GET /queue/info'],
  queueStatus: ['GET /queue/status'],
  startQueue: ['POST /queue/start'],
  stopQueue: ['POST /queue/stop'],
  listAssistants: ['GET /assistants?searchQuery=x'],
  updateAssistant: [`PUT /assistants/${id}`],
  deleteAssistant: [`DELETE /assistants/${id}`],
  addToQueue: [`POST /assistants/${id}/add-to-queue`],
  resumeAssistant: [`POST /assistants/${id}/resume`],
  processScreenshots: [`POST /assistants/${id}/process-screenshots`],
  listAssistantTasks: [`GET /assistants/${id}/tasks?status=archived`],
  listPresets: ['GET /presets'],
  createPreset: ['POST /presets'],
  updatePreset: [`PUT /presets/${id}`],
  deletePreset: [`DELETE /presets/${id}`],
  listPackages: ['GET /credits/packages'],
  getBalance: ['GET /credits/balance'],
  listTransactions: ['GET /credits/transactions?limit=20'],
  getPreview: [`GET /page-postings/${id}/view-data`, '7.6-01'],
  getStats: ['GET /admin/stats'],
  listUsers: ['GET /admin/users'],
  getUser: ['GET /admin/users/a%2Fb'],
  updateUser: ['PATCH /admin/users/a%2Fb'],
  getUserActivity: ['GET /admin/user/a%2Fb/activity'],
  getPerformanceAnalytics: ['GET /page-postings/performance-analytics?limit=500'],
  listDetailedPostings: [
    'GET /page-postings/detailed-admin?page=2&limit=50&search=a%26b&sort_by=total&sort_order=-1&archived=false',
  ],
  listCreditUsers: ['GET /credits/admin/users-credits'],
  adjustCredits: ['POST /credits/admin/adjust-credits'],
};

test('every endpoint of the data layer is called below', () => {
  expect(Object.keys(endpoints).sort()).toEqual(Object.keys(CALL_ARGUMENTS).sort());
});

const CALLS = Object.keys(CALL_ARGUMENTS).map((name) => {
  const [call, ids] = DOCUMENTED[name] ?? [];
  return { name, call, ids: ['7-01', '7-05', ...(ids ? [ids] : [])].join(', ') };
});

test.each(CALLS)('$name sends the request that is documented [$ids]', async ({ name, call }) => {
  const contract = registry[name] as Endpoint;
  const store = makeStore();
  await store.dispatch((endpoints[name] as { initiate: Initiate }).initiate(CALL_ARGUMENTS[name]));
  expect(fetchMock).toHaveBeenCalledTimes(1);
  const [address, request] = fetchMock.mock.calls[0] as [string, RequestInit];
  const url = new URL(address, 'http://localhost');
  if (call) expect(`${request.method} ${address.replace(/^\/api/, '')}`).toBe(call);
  expect(request.method).toBe(contract.method);
  const pattern = `/api${contract.path}`.replace(/:\w+/g, '[^/]+');
  expect(url.pathname).toMatch(new RegExp(`^${pattern}$`));
  expect([...url.searchParams.keys()].filter((key) => !(key in (contract.query?.properties ?? {})))).toEqual([]);

  const isPublic = contract.access === 'public';
  const isForm = contract.consumes === 'multipart/form-data';
  const args = (CALL_ARGUMENTS[name] ?? {}) as { readonly body?: unknown; readonly idempotencyKey?: string };
  expect(request.body instanceof FormData).toBe(isForm);
  if (!contract.body) expect(request.body).toBeUndefined();
  if (args.body) expect(JSON.parse(String(request.body))).toEqual(args.body);
  expect(Object.fromEntries(new Headers(request.headers))).toEqual({
    ...((!isPublic || contract.body) && !isForm && { 'content-type': 'application/json' }),
    ...(!isPublic && { 'x-session-token': 'secret', 'x-telegram-id': '42' }),
    ...(!isPublic && contract.method !== 'GET' && { 'x-live-tab': TAB_ID }),
    ...(args.idempotencyKey && { 'idempotency-key': args.idempotencyKey }),
  });
  store.dispatch(api.util.resetApiState());
});

test('an upload sends files and descriptions in the same order', async () => {
  URL.createObjectURL = () => 'blob:local';
  for (const key of ['a', 'b']) addFile(key, new File([key], `${key}.png`, { type: 'image/png' }));
  const flyers = [
    { key: 'a', description: 'first' },
    { key: 'b', description: '' },
  ];
  const form = uploadForm({ id, flyers });
  expect(form.getAll('images').map((file) => (file as File).name)).toEqual(['a.png', 'b.png']);
  expect(form.getAll('descriptions')).toEqual(['first', '']);
});
