import { randomUUID } from 'node:crypto';
import { type Endpoint, registry, updateUser } from '@flyerdeck/contracts';
import { type Credentials, useTestServer } from '../../../test/testServer.ts';

const server = useTestServer();
const endpoints = Object.entries(registry);
const withAccess = (...levels: Endpoint['access'][]) => endpoints.filter(([, { access }]) => levels.includes(access));

let user: Credentials;
let admin: Credentials;
let deactivated: Credentials;

beforeAll(async () => {
  user = await server.signIn('200000001');
  admin = await server.signIn('200000002');
  await server.context.pool.query('UPDATE users SET is_admin = true WHERE telegram_id = $1', [admin.telegramId]);
  deactivated = await server.signIn('200000003');
  const params = { telegramId: deactivated.telegramId };
  await server.call(updateUser, { as: admin, params, body: { is_active: false } });
});

/** Calls with valid parameters and without a body. Authentication must be checked first. */
async function callWithoutBody(endpoint: Endpoint, as?: Credentials) {
  const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, randomUUID()]));
  const options = { params, as } as Parameters<typeof server.call<Endpoint>>[1];
  const { status, error } = await server.call(endpoint, options);
  return { status, code: error?.code };
}

test('the app mounts exactly the endpoints of the registry', () => {
  const names = [...server.app.endpoints.mounted].map(
    (mounted) => endpoints.find(([, endpoint]) => endpoint === mounted)?.[0],
  );
  expect(names.sort()).toEqual(endpoints.map(([name]) => name).sort());
});

const REFERENCE = ['/openapi.json', '/docs', '/docs/start.js', '/docs/swagger-ui.css', '/docs/swagger-ui-bundle.js'];

test('the only routes under /api are the endpoints of the registry and its reference', () => {
  const routes = server.app.endpoints.router.stack.flatMap(({ methods, path }) =>
    methods.filter((method) => method !== 'HEAD').map((method) => `${method} ${path}`),
  );
  const documented = endpoints.map(([, { method, path }]) => `${method} /api${path}`);
  expect(routes.sort()).toEqual([...documented, ...REFERENCE.map((path) => `GET /api${path}`)].sort());
});

const get = (path: string) => fetch(`${server.baseUrl}/api${path}`);

test('the OpenAPI document is served without authentication, and contains every call', async () => {
  const { paths } = (await (await get('/openapi.json')).json()) as { paths: Record<string, object> };
  const calls = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
  expect(calls).toBe(Object.keys(registry).length);
});

test('the page loads scripts and styles only from its own origin, and contains none inline', async () => {
  const response = await get('/docs');
  const page = await response.text();
  expect(response.headers.get('Content-Security-Policy')).toMatch(/script-src 'self'( 'sha256-[^']+')?(;|$)/);
  const addresses = [...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
  expect(addresses).toHaveLength(4);
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+=|<style/);
  for (const address of addresses.filter((each) => each.startsWith('/api/'))) {
    const file = await fetch(`${server.baseUrl}${address}`);
    expect([address, file.status]).toEqual([address, 200]);
    expect(file.headers.get('Content-Type')).toMatch(address.endsWith('.css') ? /css/ : /javascript/);
  }
});

test.each(withAccess('user', 'admin'))(
  "%s refuses a deactivated account and another user's token",
  async (_name, endpoint) => {
    expect(await callWithoutBody(endpoint, deactivated)).toEqual({ status: 401, code: 'auth.deactivated' });
    const mixed = { sessionToken: admin.sessionToken, telegramId: user.telegramId };
    expect(await callWithoutBody(endpoint, mixed)).toEqual({ status: 401, code: 'auth.invalid' });
  },
);
