import { useTestServer } from '../../../test/testServer.ts';
import {
  allowedCaller,
  corsHeaders,
  endpoints,
  FOREIGN_PAGE,
  requestOf,
  requests,
  send,
  signUpWithEverything,
  TELEGRAM_FRAMES,
  type UserData,
} from './everyCall.testing.ts';

const server = useTestServer();

let shared: UserData;
beforeAll(async () => {
  shared = await signUpWithEverything(server);
});

/** Needs what a call before it does. */
const ONLY_AFTER: Readonly<Record<string, string>> = { resumeAssistant: 'assistant.not_paused' };

test('every endpoint of the registry has a request that the walks send, and no other has', () => {
  expect(Object.keys(requests).sort()).toEqual(endpoints.map(([name]) => name).sort());
});

// Else the refusals of the walks would prove nothing: the same request succeeds where its caller may make it.
test.each(endpoints)(
  '%s is answered to whoever may call, and no foreign page can read or frame the answer',
  async (name, endpoint) => {
    // What only reads may share what it reads.
    const belongings = endpoint.method === 'GET' ? shared : await signUpWithEverything(server);
    const as = allowedCaller(endpoint, belongings);
    const sent = { ...requestOf(name, belongings), as, headers: FOREIGN_PAGE };
    const { status, code, headers } = await send(server, endpoint, sent);
    const notYet = ONLY_AFTER[name];
    expect({ status, code }).toEqual(notYet ? { status: 409, code: notYet } : { status: endpoint.status });
    expect([corsHeaders(headers), headers.get('Set-Cookie')]).toEqual([[], null]);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Content-Security-Policy')).toMatch(TELEGRAM_FRAMES);
    // Pictures are embedded by the creator site and by Telegram's web views.
    const embeddedBy = name === 'getImage' ? 'cross-origin' : 'same-origin';
    expect(headers.get('Cross-Origin-Resource-Policy')).toBe(embeddedBy);
  },
);
