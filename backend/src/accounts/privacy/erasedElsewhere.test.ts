import { createLinkRequest, eraseAccount, listAuditEvents, pollDevice, requestExport } from '@flyerdeck/contracts';
import { type Person, signUp, signUpAdmin } from '../../../test/api/people.testing.ts';
import { signUpPosting } from '../../../test/api/postingOwner.testing.ts';
import { runJobs } from '../../../test/runJobs.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { handleUpdate } from '../../bot/inbox/handleUpdate.ts';
import { storeUpdates } from '../../bot/inbox/updates.query.ts';
import { appLinkTo } from '../../bot/outbox/outbox.ts';
import { telegramUpdate } from './canaries.testing.ts';

const server = useTestServer();
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await server.context.pool.query(text, values)).rows as Row[];
const eraseBy = (person: Person) => server.call(eraseAccount, { as: person.as, body: { confirm: 'DELETE' } });

test('a button that is pressed after the erasure does not create the account again [S14.2-6]', async () => {
  const person = await signUp(server);
  await eraseBy(person);
  await runJobs(server);
  const { from, chat } = telegramUpdate(person.telegramId, '').message;
  const message = { message_id: 1, date: 1, chat };
  const press = { id: '5', from, chat_instance: '1', message, data: `resume:${person.id}:1` };
  await storeUpdates(server.context.db, [{ update_id: 905, callback_query: press } as never]);
  const handle = handleUpdate({ ...server.context, appLink: appLinkTo('https://flyers.example') });
  await handle({ update_id: '905' }, { abortSignal: new AbortController().signal });
  expect(await query('SELECT 1 FROM users WHERE telegram_id = $1', [person.telegramId])).toEqual([]);
  const answers = await query('SELECT payload FROM bot_messages WHERE chat_id = $1 ORDER BY id', [person.telegramId]);
  expect(answers).toEqual([
    { payload: { kind: 'pressed', callbackQueryId: '5' } },
    { payload: { kind: 'text', text: 'You have no account. Send /start to begin.' } },
  ]);
});

test("an admin's exports name an erased person no longer, and keep everything else", async () => {
  const [admin, person, other] = [await signUpAdmin(server), await signUpPosting(server), await signUp(server)];
  await query("UPDATE users SET username = 'anna_o', first_name = 'Anna', last_name = 'Orlova' WHERE id = $1", [
    person.id,
  ]);
  await query("UPDATE pages SET name = 'Annas garden' WHERE owner_id = $1", [person.id]);
  const { as } = admin;
  for (const user_id of [person.telegramId, other.telegramId]) {
    await server.call(requestExport, { as, body: { list: 'ledger', user_id } });
    await server.call(requestExport, { as, body: { list: 'audit', user_id, act: 'exported' } });
  }
  for (const search of ['@anna_o', 'anna orl', 'garden', 'Somebody'])
    await server.call(requestExport, { as, body: { list: 'users', search, time_zone: 'UTC' } });
  const parameters = async () =>
    (
      await query<{ p: object }>(
        "SELECT details -> 'parameters' AS p FROM audit_events WHERE event = 'exported' ORDER BY seq",
      )
    ).map(({ p }) => p);
  expect(await parameters()).toHaveLength(8);

  await eraseBy(person);
  await runJobs(server);
  expect(await parameters()).toEqual([
    {},
    { act: 'exported' },
    { user_id: other.telegramId },
    { user_id: other.telegramId, act: 'exported' },
    { time_zone: 'UTC' },
    { time_zone: 'UTC' },
    { time_zone: 'UTC' },
    { time_zone: 'UTC', search: 'Somebody' },
  ]);
  expect(JSON.stringify((await server.call(listAuditEvents, { as, query: {} })).json)).not.toMatch(/anna|garden/i);
  expect(
    await query('SELECT 1 FROM download_tickets WHERE parameters::text LIKE $1', [`%${person.telegramId}%`]),
  ).toEqual([]);
  const change = "UPDATE audit_events SET details = details - 'parameters' WHERE event = 'exported'";
  await expect(query(change)).rejects.toThrow('append-only');
});

test("a device's version is a version, and an erasure clears it", async () => {
  const owner = await signUpPosting(server);
  const as = owner.pages[0]?.deviceSecret ?? '';
  const page = { creator_id: 'c', name: 'n', username: 'u', avatar_url: null };
  for (const extension_version of ['Anna Orlova', '1.0.0-anna', '1.2.3.4.5', '1.', '']) {
    expect((await server.call(pollDevice, { as, body: { extension_version } })).status).toBe(400);
    expect((await server.call(createLinkRequest, { body: { page, extension_version } })).status).toBe(400);
  }
  await server.call(pollDevice, { as, body: { extension_version: '1.27.0.3' } });
  await owner.post(owner.pages[0], 'failed');
  const versions = () =>
    query(
      `SELECT 1 FROM posting_transitions t JOIN page_postings p ON p.id = t.posting_id
       WHERE p.owner_id = $1 AND t.extension_version IS NOT NULL`,
      [owner.id],
    );
  expect(await versions()).not.toEqual([]);
  await eraseBy(owner);
  await runJobs(server);
  expect(await versions()).toEqual([]);
});
