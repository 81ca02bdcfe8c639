import { endUserSessions, requestExport, signOut, updateUser } from '@flyerdeck/contracts';
import { type Person, signUpAdmin } from '../../../test/api/people.testing.ts';
import { signUpPosting } from '../../../test/api/postingOwner.testing.ts';
import { eventually } from '../../../test/eventually.ts';
import { countLockWaits, whileLocked as whileTableLocked } from '../../../test/locks.ts';
import { useTestServer } from '../../../test/testServer.ts';

const server = useTestServer();
let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
  await signUpPosting(server, { flyers: ['one', 'two'] });
});

const prepareDownload = async ({ as }: Person = admin) => {
  const { json } = await server.call(requestExport, { as, body: { list: 'postings' } });
  return `${server.baseUrl}${json.download_url}`;
};

/** Exports of postings wait for their first row while their table is locked. */
const whileLocked = (work: () => Promise<void>, table = 'page_postings') =>
  whileTableLocked(server.context.pool, table, work);

const waitForLockedQueries = (expected: number) =>
  eventually(
    () => countLockWaits(server.context.db),
    (count) => count === expected,
  );

const expectRefusedFor10Seconds = async (url: string) => {
  const refused = await fetch(url);
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '10']);
  expect(await refused.json()).toMatchObject({ code: 'rate_limited' });
};

test('two downloads per admin and four in all run at a time; one more is answered with 429, and its ticket stays valid', async () => {
  const [second, third] = [await signUpAdmin(server), await signUpAdmin(server)];
  let later: string[] = [];
  const running: Promise<string>[] = [];
  const start = async (person: Person) =>
    running.push(fetch(await prepareDownload(person)).then((response) => response.text()));
  await whileLocked(async () => {
    for (const person of [admin, admin]) await start(person);
    await waitForLockedQueries(2);
    later = [await prepareDownload(), await prepareDownload(third)];
    await expectRefusedFor10Seconds(later[0] ?? '');
    for (const person of [second, second]) await start(person);
    await waitForLockedQueries(4);
    await expectRefusedFor10Seconds(later[1] ?? '');
  });
  for (const text of await Promise.all(running)) expect(text.split('\r\n').length).toBeGreaterThan(2);
  for (const url of later) {
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect((await answer.text()).split('\r\n').length).toBeGreaterThan(2);
  }
});

test('the query of a download is cancelled each time its reader disconnects', async () => {
  await whileLocked(async () => {
    for (let round = 0; round < 6; round++) {
      const disconnect = new AbortController();
      const download = fetch(await prepareDownload(), { signal: disconnect.signal }).then((response) =>
        response.text(),
      );
      download.catch(() => undefined);
      await waitForLockedQueries(1);
      disconnect.abort();
      await expect(download).rejects.toThrow();
      await waitForLockedQueries(0);
    }
  });
  expect((await fetch(await prepareDownload())).status).toBe(200);
});

const ends: Record<string, (admin: Person) => Promise<unknown>> = {
  'the admin signs out': ({ as }) => server.call(signOut, { as }),
  'another admin ends all their sessions': ({ telegramId }) =>
    server.call(endUserSessions, { as: admin.as, params: { telegramId } }),
  'the session expires': ({ id }) =>
    server.context.pool.query('UPDATE sessions SET expires_at = now() WHERE user_id = $1', [id]),
  'the admin is demoted': ({ telegramId }) =>
    server.call(updateUser, { as: admin.as, params: { telegramId }, body: { is_admin: false } }),
  'the admin is deactivated and activated again': async ({ telegramId }) => {
    for (const is_active of [false, true])
      await server.call(updateUser, { as: admin.as, params: { telegramId }, body: { is_active } });
  },
};
test.each(Object.keys(ends))('a ticket ends when %s, and does not work again in a new session', async (what) => {
  const other = await signUpAdmin(server);
  const url = await prepareDownload(other);
  await ends[what]?.(other);
  await server.signIn(other.telegramId);
  expect((await fetch(url)).status).toBe(what === 'the admin is demoted' ? 403 : 410);
});
