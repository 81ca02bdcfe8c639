import { randomUUID } from 'node:crypto';
import { type Endpoint, errorCodes } from '@flyerdeck/contracts';
import { useTestServer } from '../../../test/testServer.ts';
import { databaseFingerprint } from '../databaseFingerprint.testing.ts';
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
 * A web page of another origin, open in the browser of somebody who is signed in. What it can send without being asked by a
 * preflight is a GET, or a POST of one of three content types, without headers of its own; frontend/e2e/maliciousPage.spec.ts
 * lets a real browser try the same.
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
/** Its ids and tokens are of no use to the page: it knows none that is good for a public call. */
const guessedAddress = ({ path }: Endpoint) => `${server.baseUrl}/api${path.replace(/:\w+/g, () => randomUUID())}`;

async function unchanged<T>(work: () => Promise<T>): Promise<T> {
  const before = await databaseFingerprint(server.context.pool);
  const result = await work();
  expect(await databaseFingerprint(server.context.pool)).toEqual(before);
  return result;
}

test.each(endpoints)('%s: a preflight permits nothing', async (name, endpoint) => {
  const response = await unchanged(() =>
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

/** The kinds of body that a form or a fetch without preflight can send, each with the call's own body inside. */
const simpleBodies = (body: unknown): [type: string, text: string][] => [
  ['text/plain', JSON.stringify(body)],
  ['text/plain;application/json', JSON.stringify(body)],
  ['application/x-www-form-urlencoded', new URLSearchParams({ body: JSON.stringify(body) }).toString()],
  ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="body"\r\n\r\n{}\r\n--x--\r\n'],
];

const needingNoPreflight = endpoints.filter(([, { method }]) => method === 'GET' || method === 'POST');

test.each(needingNoPreflight)('%s refuses what needs no preflight', async (name, endpoint) => {
  const isPublic = endpoint.access === 'public';
  const bodies: [string, string | undefined][] =
    endpoint.method === 'GET' ? [['', undefined]] : simpleBodies(requestOf(name, theirs).body ?? {});
  for (const [type, body] of bodies) {
    const response = await unchanged(() =>
      fetch(isPublic ? guessedAddress(endpoint) : addressOf(name, endpoint), {
        method: endpoint.method,
        headers: { ...FOREIGN_PAGE, ...(type ? { 'Content-Type': type } : {}) },
        body,
      }),
    );
    const { code } = (await response.json()) as { code?: string };
    expect(corsHeaders(response.headers)).toEqual([]);
    if (!isPublic) expect([response.status, code]).toEqual([401, 'auth.required']);
    else if (endpoint.method === 'POST') expect([response.status, code]).toEqual([415, 'request.unsupported_type']);
    else if (endpoint.params) expect(errorCodes(endpoint, response.status)).toContain(code);
    else expect(response.status).toBe(endpoint.status);
  }
});

test.each(['/', '/auth', '/auth/callback', '/screenshot-view/1', '/admin', '/?replay', '/extension.zip', '/nothing'])(
  '%s cannot be framed by a foreign page',
  async (path) => {
    const { headers } = await fetch(`${server.baseUrl}${path}`, { headers: FOREIGN_PAGE });
    expect(corsHeaders(headers)).toEqual([]);
    expect(headers.get('Content-Security-Policy')).toMatch(TELEGRAM_FRAMES);
  },
);
