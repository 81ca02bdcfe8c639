import { getAccountExport, getDownload, openAccountExport, requestAccountExport } from '@flyerdeck/contracts';
import { runJobs } from '../../test/runJobs.ts';
import { useTestServer } from '../../test/testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp } from './people.testing.ts';

/** Contents of the export: `backend/src/privacy`. */
const server = useTestServer();

async function signUpWithExport(): Promise<Person> {
  const person = await signUp(server);
  await server.call(requestAccountExport, { as: person.as });
  await runJobs(server);
  return person;
}

const newTicket = async ({ as }: Person) =>
  (await server.call(openAccountExport, { as })).json.download_url.split('/').at(-1) ?? '';

describeCall(server, getAccountExport, ({ succeeds }) => {
  succeeds('tells that there is none', async () => {
    const { as } = await signUp(server);
    const answer = await server.call(getAccountExport, { as });
    expect(answer.json).toEqual({
      state: 'none',
      requested_at: null,
      expires_at: null,
      byte_size: 0,
      files_left_out: 0,
    });
    return answer;
  });
});

describeCall(server, requestAccountExport, ({ succeeds }) => {
  succeeds('prepares the file in a job', async () => {
    const { as } = await signUp(server);
    const answer = await server.call(requestAccountExport, { as });
    expect(answer.json).toMatchObject({ state: 'preparing', expires_at: null });
    await runJobs(server);
    const { json } = await server.call(getAccountExport, { as });
    expect(json).toMatchObject({ state: 'ready', files_left_out: 0 });
    expect(Date.parse(json.expires_at ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(json.byte_size).toBeGreaterThan(100);
    return answer;
  });
});

describeCall(server, openAccountExport, ({ succeeds, refuses }) => {
  succeeds('answers an address below this host', async () => {
    const { as } = await signUpWithExport();
    const answer = await server.call(openAccountExport, { as });
    expect(answer.json.download_url).toMatch(/^\/api\/downloads\/[\w-]{43}$/);
    return answer;
  });
  refuses(
    'while the file is not ready',
    { code: 'export.not_ready', sentence: 'This export is not ready. Please prepare it first.' },
    async () => {
      const { as } = await signUp(server);
      return () => server.call(openAccountExport, { as });
    },
  );
});

test('the ZIP is an attachment', async () => {
  const ticket = await newTicket(await signUpWithExport());
  const answer = await server.call(getDownload, { params: { ticket } });
  expect(answer.headers.get('Content-Disposition')).toMatch(/^attachment; filename="flyerdeck-[\d-]{10}\.zip"$/);
  expect(answer.bytes.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
  expect(answer.bytes).toHaveLength(Number(answer.headers.get('Content-Length')));
});

test('the ZIP of a deactivated account is not sent', async () => {
  const person = await signUpWithExport();
  const ticket = await newTicket(person);
  await server.context.pool.query('UPDATE users SET is_active = false WHERE id = $1', [person.id]);
  expect((await server.call(getDownload, { params: { ticket } })).error.code).toBe('download.not_allowed');
});
