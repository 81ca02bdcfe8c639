import {
  type AdminUser,
  CREDIT_USER_SORTS,
  type CreditUser,
  type CreditUserSort,
  exportCreditUsers,
  exportDetailedPostings,
  exportUsers,
  listCreditUsers,
  listDetailedPostings,
  listUsers,
  POSTING_SORTS,
  USER_SORTS,
  type UserSort,
} from '@flyerdeck/contracts';
import { parse } from 'csv-parse/sync';
import { useTestServer } from '../../test/testServer.ts';
import { type Person, signUpAdmin } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';

/** An export has the order of the screen. The browser sorts the lists of users, so the tests repeat its sorting. */
const server = useTestServer();
const ORDERS = [1, -1] as const;
let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
});

async function rowsOf(download_url: string): Promise<Record<string, string>[]> {
  const response = await fetch(`${server.baseUrl}${download_url}`);
  return parse(await response.text(), { bom: true, columns: true });
}

describe('an export of users has the order', () => {
  const NAMES = [
    ['42', 'zoe', 'Zoë', 'Adams'],
    ['1000', 'Anna', 'anna', ''],
    ['999', 'änna', 'Ännchen', 'b'],
    ['31', '_under', '', ''],
    ['32', 'Борис', 'Ёлка', 'Ж'],
    ['33', 'ann a', ' ', 'Élan'],
    ['34', 'ΟΔΟΣ', 'Ａ wide', ''],
    ['35', 'Emoji', '😀', 'face'],
    ['36', 'emoji2', '\uff21', 'face'],
    ['37', 'anna', 'anna', ''],
    ['38', 'ODOS', 'ﬁn', '-'],
  ] as const;
  beforeAll(async () => {
    for (const [index, [telegramId, username, first, last]] of NAMES.entries()) {
      await server.context.pool.query(
        `INSERT INTO users (telegram_id, username, first_name, last_name, is_active, is_admin, credits_balance,
           credits_purchased, credits_spent, last_login_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          ...[telegramId, username, first, last, index % 3 > 0, index % 4 === 0],
          ...[(index * 7) % 4, index % 2, (index * 5) % 3],
          index % 5 === 0 ? null : `2026-03-0${1 + ((index * 3) % 4)}T10:00:00.000${index}Z`,
          // The list has milliseconds, so some of these times are equal there.
          `2026-01-01T10:00:00.00${index % 3}${index % 2}Z`,
        ],
      );
    }
  });

  // The same rules as in PeopleIndex, usersView and creditsView of the web app.
  const alphabetical = (text: string) =>
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replaceAll('ς', 'σ')
      .replace(/[\u{10000}-\u{10ffff}]/gu, '\uffff$&');
  const nameOf = ({ first_name, last_name }: AdminUser | CreditUser) => `${first_name} ${last_name}`.trim();
  type Value = string | number | boolean;
  const USERS: Record<UserSort, (user: AdminUser) => Value> = {
    telegram_id: (user) => Number(user.telegram_id),
    username: (user) => alphabetical(user.username),
    first_name: (user) => alphabetical(nameOf(user)),
    created_at: (user) => user.created_at,
    is_active: (user) => user.is_active,
    is_admin: (user) => user.is_admin,
  };
  const CREDITS: Record<CreditUserSort, (user: CreditUser) => Value> = {
    first_name: (user) => alphabetical(nameOf(user) || user.username),
    credits_balance: (user) => user.credits_balance,
    total_credits_purchased: (user) => user.total_credits_purchased,
    total_credits_spent: (user) => user.total_credits_spent,
    last_login: (user) => user.last_login ?? '',
  };
  const shown = <Row extends { telegram_id: string }>(rows: Row[], sortValue: (row: Row) => Value, order: 1 | -1) =>
    rows
      .toSorted((a, b) => (sortValue(a) < sortValue(b) ? -order : sortValue(a) > sortValue(b) ? order : 0))
      .map(({ telegram_id }) => telegram_id);
  const idsOf = async (download_url: string) => (await rowsOf(download_url)).map((row) => row['Telegram ID']);

  test.each(USER_SORTS.flatMap((sort) => ORDERS.map((order) => [sort, order] as const)))(
    'of the users screen by %s %i',
    async (sort_by, sort_order) => {
      const { json: users } = await server.call(listUsers, { as: admin.as });
      const { json } = await server.call(exportUsers, { as: admin.as, body: { sort_by, sort_order } });
      expect(await idsOf(json.download_url)).toEqual(shown(users, USERS[sort_by], sort_order));
    },
  );

  test.each(CREDIT_USER_SORTS.flatMap((sort) => ORDERS.map((order) => [sort, order] as const)))(
    'of the credits screen by %s %i',
    async (sort_by, sort_order) => {
      const { json: users } = await server.call(listCreditUsers, { as: admin.as });
      const { json } = await server.call(exportCreditUsers, { as: admin.as, body: { sort_by, sort_order } });
      expect(await idsOf(json.download_url)).toEqual(shown(users, CREDITS[sort_by], sort_order));
    },
  );
});

describe('an export of postings', () => {
  beforeAll(async () => {
    const owner = await signUpPosting(server, { flyers: ['a', 'b', 'c', 'd', 'e'], pages: ['One', 'Two'] });
    const [one, two] = owner.pages;
    for (const until of ['failed', 'completed', 'posted', 'unconfirmed'] as const) await owner.post(one, until);
    await owner.post(two, 'completed');
    await owner.post(two, 'claimed');
  });
  const TIMES = { pending: 'Pending ms', posting: 'Posting ms', posted: 'Posted ms', failed: 'Failed ms' } as const;

  test.each(POSTING_SORTS.flatMap((sort) => ORDERS.map((order) => [sort, order] as const)))(
    'has the order of the list by %s %i',
    async (sort_by, sort_order) => {
      const query = { sort_by, sort_order };
      const { json: list } = await server.call(listDetailedPostings, { as: admin.as, query });
      const { json } = await server.call(exportDetailedPostings, { as: admin.as, body: query });
      const rows = await rowsOf(json.download_url);
      expect(rows.map((row) => row.ID)).toEqual(list.postings.map(({ id }) => id));
      expect(list.postings.length).toBe(10);
    },
  );

  test('leaves a duration empty that the list does not have', async () => {
    const { json: list } = await server.call(listDetailedPostings, { as: admin.as, query: { sort_by: 'createdAt' } });
    const { json } = await server.call(exportDetailedPostings, { as: admin.as, body: { sort_by: 'createdAt' } });
    const rows = await rowsOf(json.download_url);
    const times = rows.map((row) => Object.values(TIMES).map((header) => row[header]));
    const statuses = Object.keys(TIMES);
    expect(times).toEqual(
      list.postings.map(({ status_durations }) =>
        statuses.map((status) => String(status_durations[status]?.total_ms ?? '')),
      ),
    );
    expect(new Set(times.flat().map((time) => time === ''))).toEqual(new Set([true, false]));
  });
});
