import { adjustCredits, getDownload, requestExport, updateUser } from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { type Person, signUp, signUpAdmin } from './people.testing.ts';

const server = useTestServer();

let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
});

/** The lines of the file that the ticket in the URL downloads, without the byte order mark. */
async function linesOf(download_url: string): Promise<string[]> {
  const ticket = download_url.split('/').at(-1) ?? '';
  const { status, bytes } = await server.call(getDownload, { params: { ticket } });
  expect(status).toBe(200);
  return bytes.toString().replace('\ufeff', '').trimEnd().split('\r\n');
}

const rename = ({ id }: Person, names: { username: string; first_name: string; last_name: string }) =>
  server.context.pool.query('UPDATE users SET username = $2, first_name = $3, last_name = $4 WHERE id = $1', [
    id,
    ...Object.values(names),
  ]);

describe('the export of users', () => {
  test('exports all users, newest first', async () => {
    const people = [await signUp(server), await signUp(server)];
    const answer = await server.call(requestExport, { as: admin.as, body: { list: 'users' } });
    const [head, ...lines] = await linesOf(answer.json.download_url);
    expect(head).toBe('Telegram ID,Username,Name,Registered,Status,Admin,First name,Last name,Registered (UTC)');
    expect(lines.slice(0, 2).map((line) => line.split(',')[0])).toEqual(
      people.map(({ telegramId }) => telegramId).reverse(),
    );
    expect(lines.find((line) => line.startsWith(admin.telegramId))).toMatch(
      /^\d+,user\d+,Test User,"\w{3} \d+, \d{4}",Active,Admin,Test,User,\d{4}-\d\d-\d\dT[\d:.]+Z$/,
    );
  });

  test('searches any name for a part of it, ignoring case, and takes wildcards literally', async () => {
    const [anna, other] = [await signUp(server), await signUp(server)];
    await rename(anna, { username: 'anna_100%', first_name: 'Жанна', last_name: '=Berg' });
    await rename(other, { username: 'annaX1000', first_name: 'Other', last_name: 'One' });
    const found = async (search: string) => {
      const { json } = await server.call(requestExport, { as: admin.as, body: { list: 'users', search } });
      return (await linesOf(json.download_url)).slice(1).map((line) => line.split(',')[0]);
    };
    for (const search of ['ANNA_1', '00%', 'жан', ' =berg ', 'жанна =b', '@anna_1', anna.telegramId.slice(2)]) {
      expect(await found(search)).toEqual([anna.telegramId]);
    }
    expect(await found('no such user')).toEqual([]);
    const answer = await server.call(requestExport, { as: admin.as, body: { list: 'users', search: 'Жанна' } });
    // The apostrophe keeps spreadsheets from reading the name as a formula.
    expect((await linesOf(answer.json.download_url))[1]).toContain(",'=Berg,");
  });

  test('applies the filters of the screen, newest first [2.13-18]', async () => {
    const [a, b, c] = [await signUp(server), await signUpAdmin(server), await signUp(server)];
    for (const [index, person] of [a, b, c].entries()) {
      await rename(person, { username: `sorted${2 - index}`, first_name: 'In', last_name: 'Order' });
    }
    await server.call(updateUser, {
      as: admin.as,
      params: { telegramId: c.telegramId },
      body: { is_active: false },
    });
    const found = async (body: { is_active?: boolean; is_admin?: boolean }) => {
      const call = await server.call(requestExport, {
        as: admin.as,
        body: { list: 'users', search: 'sorted', ...body },
      });
      return (await linesOf(call.json.download_url)).slice(1).map((line) => line.split(',')[1]);
    };
    expect(await found({})).toEqual(['sorted0', 'sorted1', 'sorted2']);
    expect(await found({ is_active: true })).toEqual(['sorted1', 'sorted2']);
    expect(await found({ is_active: false })).toEqual(['sorted0']);
    expect(await found({ is_admin: true })).toEqual(['sorted1']);
  });
});

describe('the export of credits', () => {
  test('exports all users with their credits, highest balance first', async () => {
    const rich = await signUp(server);
    await server.call(adjustCredits, {
      as: admin.as,
      body: { user_id: rich.telegramId, amount: 900_000, transaction_type: 'bonus', description: '' },
    });
    const answer = await server.call(requestExport, { as: admin.as, body: { list: 'credits' } });
    const [head, first] = await linesOf(answer.json.download_url);
    expect(head).toBe(
      'Telegram ID,Username,User,Balance,Purchased,Spent,Last Activity,First name,Last name,Balance credits,Purchased credits,Spent credits,Last activity (UTC)',
    );
    expect(first).toMatch(
      new RegExp(`^${rich.telegramId},user${rich.telegramId},Test User,"900,150",0,0,.*,Test,User,900150,0,0,\\d{4}-`),
    );
  });

  test('applies the search and the user [8.4-16]', async () => {
    const [a, b, c] = [await signUp(server), await signUp(server), await signUp(server)];
    for (const person of [a, b, c]) {
      await rename(person, { username: person.telegramId, first_name: 'Rarely', last_name: 'Here' });
    }
    const found = async (user_id?: string) => {
      const call = await server.call(requestExport, {
        as: admin.as,
        body: { list: 'credits', search: 'rarely', ...(user_id && { user_id }) },
      });
      return (await linesOf(call.json.download_url)).slice(1).map((line) => line.split(',')[0]);
    };
    expect(await found()).toEqual([a, b, c].map(({ telegramId }) => telegramId));
    expect(await found(c.telegramId)).toEqual([c.telegramId]);
    expect(await found(c.telegramId.slice(0, -1))).toEqual([]);
  });
});
