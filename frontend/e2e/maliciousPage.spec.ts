import { registry } from '@flyerdeck/contracts';
import type { Page } from '@playwright/test';
import { asset, LoopbackServer } from './creatorSite/loopbackServer.ts';
import type { Person } from './spec/Person.ts';
import { expect, test } from './spec/personTest.ts';

/** Attacks by a page of another origin in a signed-in browser. Tests of the API's answers: backend/test/api/accessTests. */

let foreignServer: LoopbackServer;
test.beforeAll(async () => {
  foreignServer = await LoopbackServer.start(() => asset('text/html', '<!doctype html><title>Foreign page</title>'));
});
test.afterAll(() => foreignServer.stop());
/** With another host name, so that it is another site and not only another origin. */
const openForeign = (page: Page) => page.goto(foreignServer.origin.replace('127.0.0.1', 'localhost'));

const ID = '00000000-0000-4000-8000-000000000000';
const calls = Object.entries(registry).map(([name, { method, path }]) => ({
  name,
  method,
  path: `/api${path.replace(/:\w+/g, ID)}`,
}));

const OWN_DATA_PATHS = ['/auth/me', '/get_user_pages', '/assistants', '/presets', '/tasks', '/queue/status'];
const stateOf = (person: Person) => Promise.all(OWN_DATA_PATHS.map((path) => person.call<unknown>('GET', path)));

test('a page of another origin cannot read an answer of any call, and cannot send a call that needs a preflight [S3.5-2]', async ({
  page: foreign,
  person,
  product,
}) => {
  const before = await stateOf(person);
  await openForeign(foreign);
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
});

test('a page of another origin cannot frame the app, and cannot access it through a window that it opened [S3.5-2]', async ({
  page: foreign,
  person,
  context,
  product,
}) => {
  const before = await stateOf(person);
  await openForeign(foreign);

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
});
