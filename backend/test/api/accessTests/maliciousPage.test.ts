import { randomUUID } from 'node:crypto';
import { type Endpoint, errorCodes } from '@flyerdeck/contracts';
import { useTestServer } from '../../testServer.ts';
import { watchChanges } from '../databaseFingerprint.testing.ts';
import {
  corsHeaders,
  endpoints,
  FOREIGN_PAGE,
  requestOf,
  signUpWithEverything,
  TELEGRAM_FRAMES,
  type UserData,
} from './everyCall.testing.ts';

/**
 * The caller is a web page of another origin in the browser of a signed-in user. Without a preflight it can send a GET, or a
 * POST with one of three content types, without custom headers. frontend/e2e/maliciousPage.spec.ts does the same in a browser.
 */

const server = useTestServer();

let theirs: UserData;
beforeAll(async () => {
  theirs = await signUpWithEverything(server);
});

const addressOf = (name: string, { path }: Endpoint) => {
  const { params = {} } = requestOf(name, theirs);
  return `${server.baseUrl}/api${path.replace(/:(\w+)/g, (_, key: string) => params[key] ?? randomUUID())}`;
};
/** An address with random ids, because the page does not have the ids and tokens that public calls need. */
const guessedAddress = ({ path }: Endpoint) => `${server.baseUrl}/api${path.replace(/:\w+/g, () => randomUUID())}`;

async function expectNoChange<T>(work: () => Promise<T>): Promise<T> {
  const { result, changed } = await watchChanges(server.context.pool, work);
  expect(changed).toEqual([]);
  return result;
}

test.each(endpoints)('%s: a preflight allows nothing [S3.5-1]', async (name, endpoint) => {
  const response = await expectNoChange(() =>
    fetch(addressOf(name, endpoint), {
      method: 'OPTIONS',
      headers: {
        ...FOREIGN_PAGE,
        'Access-Control-Request-Method': endpoint.method,
        'Access-Control-Request-Headers': 'content-type,x-session-token,x-telegram-id,authorization',
      },
    }),
  );
  expect([response.status, corsHeaders(response.headers)]).toEqual([404, []]);
});

/** The content types that a form or a fetch can send without a preflight, each with the call's body. */
const simpleBodies = (body: unknown): [type: string, text: string][] => [
  ['text/plain', JSON.stringify(body)],
  ['text/plain;application/json', JSON.stringify(body)],
  ['application/x-www-form-urlencoded', new URLSearchParams({ body: JSON.stringify(body) }).toString()],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="body"\r\n\r\n{}\r\n--x--\r\n'],
];

const withoutPreflight = endpoints.filter(([, { method }]) => method === 'GET' || method === 'POST');

test.each(withoutPreflight)('%s refuses requests that need no preflight [S3.5-1]', async (name, endpoint) => {
  const isPublic = endpoint.access === 'public' || endpoint.isPublicToo;
  const bodies: [string, string | undefined][] =
    endpoint.method === 'GET' ? [['', undefined]] : simpleBodies(requestOf(name, theirs).body ?? {});
  const responses = await expectNoChange(() =>
    Promise.all(
      bodies.map(([type, body]) =>
        fetch(isPublic ? guessedAddress(endpoint) : addressOf(name, endpoint), {
          method: endpoint.method,
          headers: { ...FOREIGN_PAGE, ...(type ? { 'Content-Type': type } : {}) },
          body,
        }),
      ),
    ),
  );
  for (const response of responses) {
    const { code } = (await response.json()) as { code?: string };
    expect(corsHeaders(response.headers)).toEqual([]);
    if (!isPublic) expect([response.status, code]).toEqual([401, 'auth.required']);
    else if (endpoint.method === 'POST') expect([response.status, code]).toEqual([415, 'request.unsupported_type']);
    else if (endpoint.params) expect(errorCodes(endpoint, response.status)).toContain(code);
    else expect(response.status).toBe(endpoint.status);
  }
});

test.each(['/', '/auth', '/auth/callback', '/screenshot-view/1', '/admin', '/?replay', '/extension.zip', '/nothing'])(
  '%s cannot be framed by a page of another origin',
  async (path) => {
    const { headers } = await fetch(`${server.baseUrl}${path}`, { headers: FOREIGN_PAGE });
    expect(corsHeaders(headers)).toEqual([]);
    expect(headers.get('Content-Security-Policy')).toMatch(TELEGRAM_FRAMES);
  },
);
