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

test('the OpenAPI document is served without authentication', async () => {
  const response = await fetch(`${server.baseUrl}/api/openapi.json`);
  expect(response.status).toBe(200);
  const { paths } = (await response.json()) as { paths: object };
  expect(Object.keys(paths)).toContain('/api/admin/users/{telegramId}');
});

test.each(withAccess('user', 'admin'))("%s refuses another user's session token", async (_name, endpoint) => {
  const mixed = { sessionToken: admin.sessionToken, telegramId: user.telegramId };
  expect(await callWithoutBody(endpoint, mixed)).toEqual({ status: 401, code: 'auth.invalid' });
});

test.each(withAccess('user', 'admin'))('%s refuses a deactivated account', async (_name, endpoint) => {
  expect(await callWithoutBody(endpoint, deactivated)).toEqual({ status: 401, code: 'auth.deactivated' });
});
