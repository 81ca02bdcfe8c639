import { type Endpoint, registry } from '@flyerdeck/contracts';
import { uuid } from '../../test/builders.ts';
import { useFetchMock } from '../../test/fetchMock.ts';
import { makeStore } from '../app/store.ts';
import '../replay/log/allEndpoints.ts';
import { api } from './api.ts';
import { saveCredentials, TAB_ID } from './request/storage.ts';
import { addFile, uploadRequest } from './tasks/uploadProgress.ts';

const id = uuid(7);
const body = {};

type Initiate = (argument: unknown) => Parameters<ReturnType<typeof makeStore>['dispatch']>[0];
const endpoints = api.endpoints as unknown as Readonly<Record<string, { readonly initiate: Initiate }>>;

const fetchMock = useFetchMock();
beforeEach(() => {
  fetchMock.mockResolvedValue(Response.json({ error: 'Not now.', code: 'unavailable' }, { status: 503 }));
  saveCredentials({ sessionToken: 'secret', telegramId: '42' });
});

/** The calls of section 7 of the specification with an argument, what is sent, and their sentences. 'a/b' stays one segment. */
const DOCUMENTED: readonly (readonly [name: string, argument: unknown, call: string, ids?: string])[] = [
  ['signIn', { body }, 'POST /auth/telegram', '7.1-01'],
  ['me', undefined, 'GET /auth/me', '7.1-02, 7.1-03'],
  ['verifyLinking', { body }, 'POST /verify_linking', '7.1-04'],
  ['getLinkingData', { token: 'a/b' }, 'GET /get_linking_data/a%2Fb', '7.1-05'],
  ['listUserPages', undefined, 'GET /get_user_pages', '7.2-01'],
  ['updateTags', { guid: id, body: { tags: ['a'] } }, `PUT /pages/${id}/tags`, '7.2-02'],
  ['unlinkPage', { guid: id }, `DELETE /unlink_page/${id}`, '7.2-03'],
  ['listPickerPages', undefined, 'GET /pages', '7.2-04'],
  ['listTasks', { status: 'failed,partially_completed' }, 'GET /tasks?status=failed%2Cpartially_completed'],
  ['getTask', { id }, `GET /tasks/${id}`],
  ['retryTask', { id, body }, `POST /tasks/${id}/retry`],
  ['archiveFinalized', undefined, 'POST /tasks/archive-finalized'],
  ['queueInfo', undefined, 'GET /queue/info'],
  ['queueStatus', undefined, 'GET /queue/status'],
  ['startQueue', undefined, 'POST /queue/start'],
  ['stopQueue', undefined, 'POST /queue/stop'],
  ['listAssistants', { searchQuery: 'x' }, 'GET /assistants?searchQuery=x'],
  ['updateAssistant', { id, body: { name: 'x' } }, `PUT /assistants/${id}`],
  ['deleteAssistant', { id }, `DELETE /assistants/${id}`],
  ['addToQueue', { id }, `POST /assistants/${id}/add-to-queue`],
  ['resumeAssistant', { id }, `POST /assistants/${id}/resume`],
  ['processScreenshots', { id }, `POST /assistants/${id}/process-screenshots`],
  ['listAssistantTasks', { id, status: 'archived' }, `GET /assistants/${id}/tasks?status=archived`],
  ['uploadTasks', { id, flyers: [{ key: 'x', description: 'x' }] }, `POST /assistants/${id}/tasks`],
  ['listPresets', undefined, 'GET /presets'],
  ['createPreset', { body }, 'POST /presets'],
  ['updatePreset', { id, body }, `PUT /presets/${id}`],
  ['deletePreset', { id }, `DELETE /presets/${id}`],
  ['listPackages', undefined, 'GET /credits/packages'],
  ['getBalance', undefined, 'GET /credits/balance'],
  ['listTransactions', { limit: 20 }, 'GET /credits/transactions?limit=20'],
  ['getPreview', { pagePostingId: id }, `GET /page-postings/${id}/view-data`, '7.6-01'],
  ['getStats', undefined, 'GET /admin/stats'],
  ['listUsers', undefined, 'GET /admin/users'],
  ['getUser', { telegramId: 'a/b' }, 'GET /admin/users/a%2Fb'],
  ['updateUser', { telegramId: 'a/b', body: { is_active: false } }, 'PATCH /admin/users/a%2Fb'],
  ['getUserActivity', { telegramId: 'a/b' }, 'GET /admin/user/a%2Fb/activity'],
  ['getPerformanceAnalytics', { limit: 500 }, 'GET /page-postings/performance-analytics?limit=500'],
  [
    'listDetailedPostings',
    { page: 2, limit: 50, search: 'a&b', sort_by: 'total', sort_order: -1, archived: false },
    'GET /page-postings/detailed-admin?page=2&limit=50&search=a%26b&sort_by=total&sort_order=-1&archived=false',
  ],
  ['listCreditUsers', undefined, 'GET /credits/admin/users-credits'],
  ['adjustCredits', { body, idempotencyKey: 'key' }, 'POST /credits/admin/adjust-credits'],
];

const CALLS = DOCUMENTED.map(([name, argument, call, ids]) => ({
  ...{ name, argument, call },
  ids: ['7-01', '7-05', ...(ids ? [ids] : [])].join(', '),
}));

test.each(CALLS)('$name sends the request that is documented [$ids]', async ({ name, argument, call }) => {
  const contract = registry[name] as Endpoint;
  const store = makeStore();
  await store.dispatch((endpoints[name] as { initiate: Initiate }).initiate(argument));
  expect(fetchMock).toHaveBeenCalledTimes(1);
  const [address, request] = fetchMock.mock.calls[0] as [string, RequestInit];
  expect(`${request.method} ${address.replace(/^\/api/, '')}`).toBe(call);

  const isPublic = contract.access === 'public';
  const isForm = contract.consumes === 'multipart/form-data';
  const args = Object(argument) as { readonly body?: unknown; readonly idempotencyKey?: string };
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
  const form = uploadRequest({ id, flyers }).body as FormData;
  expect(form.getAll('images').map((file) => (file as File).name)).toEqual(['a.png', 'b.png']);
  expect(form.getAll('descriptions')).toEqual(['first', '']);
});
