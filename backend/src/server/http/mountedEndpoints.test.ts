import { registry, updateUser } from '@flyerdeck/contracts';
import { type Credentials, useTestServer } from '../../../test/testServer.ts';

const server = useTestServer();
const endpoints = Object.entries(registry);

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

test('the app mounts exactly the endpoints of the registry', () => {
  const names = [...server.app.endpoints.mounted].map(
    (mounted) => endpoints.find(([, endpoint]) => endpoint === mounted)?.[0],
  );
  expect(names.sort()).toEqual(endpoints.map(([name]) => name).sort());
});
