import { type Endpoint, registry } from '@flyerdeck/contracts';
import { uuid } from '../../test/builders.ts';
import { CALL_ARGUMENTS } from '../../test/callArguments.ts';
import { makeStore } from '../app/store.ts';
import { adminApi } from './admin/adminApi.ts';
import { auditApi } from './admin/auditApi.ts';
import { savedViewsApi } from './admin/savedViewsApi.ts';
import { sitePacksApi } from './admin/sitePacksApi.ts';
import { api } from './api.ts';
import { assistantsApi } from './assistants/assistantsApi.ts';
import { creditsApi } from './credits/creditsApi.ts';
import { addFile } from './drafts/chosenFiles.ts';
import './drafts/drafts.ts';
import { uploadForm } from './drafts/uploadProgress.ts';
import { pagesApi } from './pages/pagesApi.ts';
import { postingsApi } from './postings/postingsApi.ts';
import { presetsApi } from './presets/presetsApi.ts';
import { problemReportsApi } from './problemReports/problemReportsApi.ts';
import { queueApi } from './queue/queueApi.ts';
import { saveCredentials } from './request/storage.ts';
import { ownSessionsApi } from './session/ownSessionsApi.ts';
import { privacyApi } from './session/privacyApi.ts';
import { sessionApi } from './session/sessionApi.ts';
import { tasksApi } from './tasks/tasksApi.ts';

const id = uuid(7);

type Initiate = (argument: unknown) => Parameters<ReturnType<typeof makeStore>['dispatch']>[0];
const endpoints: Readonly<Record<string, { readonly initiate: Initiate }>> = Object.assign(
  {},
  ...[
    sessionApi,
    ownSessionsApi,
    privacyApi,
    pagesApi,
    assistantsApi,
    tasksApi,
    presetsApi,
    queueApi,
    creditsApi,
    postingsApi,
    problemReportsApi,
    adminApi,
    auditApi,
    sitePacksApi,
    savedViewsApi,
  ].map((area) => area.endpoints),
);

const realFetch = globalThis.fetch;
const fetchMock = jest.fn<Promise<Response>, [string, RequestInit]>();
beforeEach(() => {
  globalThis.fetch = fetchMock as unknown as typeof fetch;
  fetchMock.mockReset().mockResolvedValue(new Response('{"error":"Not now.","code":"unavailable"}', { status: 503 }));
  saveCredentials({ sessionToken: 'secret', telegramId: '42' });
});
afterAll(() => {
  globalThis.fetch = realFetch;
});

test('every endpoint of the data layer is called below', () => {
  expect(Object.keys(endpoints).sort()).toEqual(Object.keys(CALL_ARGUMENTS).sort());
});

test.each(Object.keys(CALL_ARGUMENTS))('%s sends the request that the contract defines', async (name) => {
  const contract = registry[name] as Endpoint;
  const store = makeStore();
  await store.dispatch((endpoints[name] as { initiate: Initiate }).initiate(CALL_ARGUMENTS[name]));
  expect(fetchMock).toHaveBeenCalledTimes(1);
  const [address, request] = fetchMock.mock.calls[0] as [string, RequestInit];
  const url = new URL(address, 'http://localhost');

  expect(request.method).toBe(contract.method);
  const pattern = `/api${contract.path}`.replace(/:\w+/g, '[^/]+');
  expect(url.pathname).toMatch(new RegExp(`^${pattern}$`));
  expect(new Headers(request.headers).has('X-Session-Token')).toBe(contract.access !== 'public');
  expect([...url.searchParams.keys()].filter((key) => !(key in (contract.query?.properties ?? {})))).toEqual([]);
  expect(request.body instanceof FormData).toBe(contract.consumes === 'multipart/form-data');
  if (!contract.body) expect(request.body).toBeUndefined();
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

test.each([
  ['adjustCredits', { user_id: '7', amount: 5, transaction_type: 'bonus', description: '' }],
  ['bookPurchase', { user_id: '7', package_id: 'mini' }],
])('%s sends its idempotency key', async (name, body) => {
  const store = makeStore();
  await store.dispatch((endpoints[name] as { initiate: Initiate }).initiate({ body, idempotencyKey: 'once' }));
  const request = fetchMock.mock.calls[0]?.[1];
  expect(new Headers(request?.headers).get('Idempotency-Key')).toBe('once');
  expect(JSON.parse(String(request?.body))).toEqual(body);
});
