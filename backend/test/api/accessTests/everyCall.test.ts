import { randomUUID } from 'node:crypto';
import { useTestServer } from '../../testServer.ts';
import { watchChanges } from '../databaseFingerprint.testing.ts';
import {
  allowedCaller,
  corsHeaders,
  ENDS_DATA,
  endpoints,
  FOREIGN_PAGE,
  refusal,
  requestOf,
  requests,
  send,
  signUpWithEverything,
  TELEGRAM_FRAMES,
  type UserData,
  withAccess,
} from './everyCall.testing.ts';

const server = useTestServer();

let shared: UserData;
beforeAll(async () => {
  shared = await signUpWithEverything(server);
});

/** Calls that succeed only after another call, with the error code until then. */
const REFUSED_BEFORE_OTHER_CALL: Readonly<Record<string, string>> = {
  resumeAssistant: 'assistant.not_paused',
};

/** Calls that only read are first, because others change the data. Within both, the order is that of the registry. */
const reads = (name: string, method: string) =>
  method === 'GET' || /^(describe|export|forecast|list|open|preview)/.test(name);
const place = ([name, { method }]: (typeof endpoints)[number]) =>
  reads(name, method) ? -2 : ENDS_DATA.flat().indexOf(name);
const inOrder = [...endpoints].sort((one, other) => place(one) - place(other));

/** The data that each list of ENDS_DATA uses up. */
const usedUp = new Map<readonly string[], UserData>();
async function dataFor(name: string): Promise<UserData> {
  const calls = ENDS_DATA.find((names) => names.includes(name));
  if (!calls) return shared;
  const data = usedUp.get(calls) ?? (await signUpWithEverything(server));
  usedUp.set(calls, data);
  return data;
}

test('every endpoint of the registry has a request in everyCall.testing.ts [S8.2-4]', () => {
  expect(Object.keys(requests).sort()).toEqual(endpoints.map(([name]) => name).sort());
});

test.each(withAccess('admin').filter(([, { params, errors }]) => params && errors?.[404]))(
  '%s answers an id that does not exist with 404, and changes nothing',
  async (name, endpoint) => {
    const { params = {}, ...sent } = requestOf(name, shared);
    const unknown = Object.keys(params).map((key) => [key, key === 'telegramId' ? '1' : randomUUID()]);
    const ask = () =>
      send(server, endpoint, { ...sent, params: Object.fromEntries(unknown), as: allowedCaller(endpoint, shared) });
    const { result, changed } = await watchChanges(server.context.pool, ask);
    expect({ ...refusal(result), changed }).toEqual({ status: 404, code: endpoint.errors?.[404]?.[0], changed: [] });
  },
);

// The same requests are refused for other callers, which proves nothing unless they succeed for allowed callers.
test.each(inOrder)(
  '%s succeeds for an allowed caller, and a page of another origin can neither read nor frame the answer',
  async (name, endpoint) => {
    const data = await dataFor(name);
    const as = allowedCaller(endpoint, data);
    const request = requestOf(name, data);
    const sent = { ...request, as, headers: { ...request.headers, ...FOREIGN_PAGE } };
    const { status, code, headers } = await send(server, endpoint, sent);
    const refusedWith = REFUSED_BEFORE_OTHER_CALL[name];
    expect({ status, code }).toEqual(refusedWith ? { status: 409, code: refusedWith } : { status: endpoint.status });
    expect([corsHeaders(headers), headers.get('Set-Cookie')]).toEqual([[], null]);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toMatch(TELEGRAM_FRAMES);
    // Pictures are embedded by the creator site and by Telegram's web views.
    const embeddedBy = name === 'getImage' ? 'cross-origin' : 'same-origin';
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe(embeddedBy);
  },
);
