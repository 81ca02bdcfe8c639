import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registry } from '@flyerdeck/contracts';
import { expect, test } from './product.ts';
import { Person } from './spec/Person.ts';

/** Attacks by a page of another origin in a signed-in browser. Tests of the API's answers: backend/test/api/accessTests. */

let foreignServer: Server;
let foreignUrl: string;
test.beforeAll(async () => {
  foreignServer = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Foreign page</title><body>');
  }).listen(0, '127.0.0.1');
  await once(foreignServer, 'listening');
  // Another host name, so that it is another site and not only another origin.
  foreignUrl = `http://localhost:${(foreignServer.address() as AddressInfo).port}/`;
});
test.afterAll(() => {
  foreignServer.closeAllConnections();
  foreignServer.close();
});

const ID = '00000000-0000-4000-8000-000000000000';
const calls = Object.entries(registry).map(([name, { method, path }]) => ({
  name,
  method,
  path: `/api${path.replace(/:\w+/g, ID)}`,
}));

const OWN_DATA_PATHS = ['/auth/me', '/get_user_pages', '/assistants', '/presets', '/tasks', '/queue/status'];
const stateOf = (person: Person) => Promise.all(OWN_DATA_PATHS.map((path) => person.call<unknown>('GET', path)));

test('a page of another origin cannot read an answer of any call, and cannot send a call that needs a preflight [S3.5-2]', async ({
  browser,
  product,
}) => {
  const person = await Person.signUp(product.baseUrl);
  const before = await stateOf(person);
  const context = await person.openBrowser(browser);
  const foreign = await context.newPage();
  await foreign.goto(foreignUrl);
  const outcomes = await foreign.evaluate(
    async ({ baseUrl, calls }) => {
      const attempt = async (url: string, init: RequestInit) => {
        try {
          const response = await fetch(url, { ...init, credentials: 'include' });
          return response.type === 'opaque' ? 'unreadable' : `read ${response.status}`;
        } catch {
          return 'refused';
        }
      };
      const results: Record<string, string[]> = {};
      for (const { name, method, path } of calls) {
        const body = method === 'GET' ? {} : { body: '{}' };
        const headers = { 'Content-Type': 'application/json', 'X-Session-Token': 'x', 'X-Telegram-ID': '1' };
        const isSimple = method === 'GET' || method === 'POST';
        results[name] = [
          await attempt(baseUrl + path, { method, headers, ...body }),
          await attempt(baseUrl + path, { method, ...body }),
          ...(isSimple ? [await attempt(baseUrl + path, { method, mode: 'no-cors', ...body })] : []),
        ];
      }
      return results;
    },
    { baseUrl: product.baseUrl, calls },
  );
  for (const { name, method } of calls) {
    // Pictures may be embedded, so the request succeeds and its answer cannot be read. All other requests fail.
    const unread = name === 'getImage' ? 'unreadable' : 'refused';
    const simple = method === 'GET' || method === 'POST' ? [unread] : [];
    expect.soft([name, outcomes[name]]).toEqual([name, ['refused', 'refused', ...simple]]);
  }
  expect(await stateOf(person)).toEqual(before);
  await context.close();
});

test('a page of another origin cannot frame the app, and cannot access it through a window that it opened [S3.5-2]', async ({
  browser,
  product,
}) => {
  const person = await Person.signUp(product.baseUrl);
  const before = await stateOf(person);
  const context = await person.openBrowser(browser);
  const foreign = await context.newPage();
  await foreign.goto(foreignUrl);

  const refused = foreign.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await foreign.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
  }, product.baseUrl);
  await refused;

  const opening = context.waitForEvent('page');
  await foreign.evaluate((url) => Object.assign(globalThis, { opened: window.open(url) }), `${product.baseUrl}/`);
  const app = await opening;
  await expect(app.getByRole('tab', { name: 'Pages' })).toBeVisible();
  // Cross-Origin-Opener-Policy: for its opener the window is closed, and messages do not arrive.
  const handle = await foreign.evaluate(() => {
    const { opened } = globalThis as unknown as { opened: Window };
    opened.postMessage({ kind: 'poll' }, '*');
    return { isClosed: opened.closed, frames: opened.length };
  });
  expect(handle).toEqual({ isClosed: true, frames: 0 });
  expect(await app.evaluate(() => window.opener)).toBeNull();
  expect(await stateOf(person)).toEqual(before);
  await context.close();
});
