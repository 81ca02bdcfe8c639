import { getDownload, openAccountExport } from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp } from './people.testing.ts';

/** Contents of the export: `backend/src/accounts/privacy`. */
const server = useTestServer();

const newTicket = async ({ as }: Person) =>
  (await server.call(openAccountExport, { as })).json.download_url.split('/').at(-1) ?? '';

describeCall(server, openAccountExport, ({ succeeds }) => {
  succeeds('answers an address below this host', async () => {
    const { as } = await signUp(server);
    const answer = await server.call(openAccountExport, { as });
    expect(answer.json.download_url).toMatch(/^\/api\/downloads\/[\w-]{43}$/);
  });
});

test('the ZIP is an attachment', async () => {
  const ticket = await newTicket(await signUp(server));
  const answer = await server.call(getDownload, { params: { ticket } });
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="flyerdeck-[\d-]{10}\.zip"$/);
  expect(answer.bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
});

test('the ZIP of a deactivated account is not sent', async () => {
  const person = await signUp(server);
  const ticket = await newTicket(person);
  await server.context.pool.query('UPDATE users SET is_active = false WHERE id = $1', [person.id]);
  expect((await server.call(getDownload, { params: { ticket } })).error.code).toBe('download.not_allowed');
});
