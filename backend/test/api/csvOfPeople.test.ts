import { type AdminUser, type CreditUser, listCreditUsers, listUsers, requestExport } from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { dateTextInIndia, dateTimeTextInIndia, INDIA, readCsv } from './csvFiles.testing.ts';
import { type Person, signUpAdmin } from './people.testing.ts';

/**
 * The CSV files of users and credits have the rows, the order and the texts of the screens, read back by two parsers. The
 * browser sorts the lists, so the tests repeat its sorting.
 */
const server = useTestServer();
let admin: Person;

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
  ['39', 'layla', 'ليلى، نور', 'الحسن'],
  ['40', '', '小明', '王'],
  ['41', 'priya', 'प्रिया 🎉 🧑‍🎤', 'शर्मा'],
  ['43', 'nbsp', '\u00a0Aaron', ''],
  ['44', 'wide', '\u3000Berta', ''],
  ['45', 'bom', '\ufeffCesar', ''],
  ['42000', 'quoted', 'Zoë "Z", Adams', 'Second\nline'],
] as const;
beforeAll(async () => {
  admin = await signUpAdmin(server);
  for (const [index, [telegramId, username, first, last]] of NAMES.entries()) {
    await server.context.pool.query(
      `INSERT INTO users (telegram_id, username, first_name, last_name, is_active, is_admin, credits_balance,
         credits_purchased, credits_spent, last_login_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        ...[telegramId, username, first, last, index % 3 > 0, index % 4 === 0],
        ...[((index * 7) % 4) * 12_345, index % 2, (index * 5) % 3],
        index % 5 === 0 ? null : `2026-03-0${1 + ((index * 3) % 4)}T10:00:00.000${index}Z`,
        // The list has milliseconds, so some of these times are equal there.
        `2026-01-01T10:00:00.00${index % 3}${index % 2}Z`,
      ],
    );
  }
});

const nameOf = ({ first_name, last_name }: AdminUser | CreditUser) => `${first_name} ${last_name}`.trim();
const number = (count: number) => count.toLocaleString('en-US');

/** The texts of a row on the screen (userColumns.tsx, creditColumns.tsx), by the columns of the file. */
const userRow = (user: AdminUser) => ({
  'Telegram ID': user.telegram_id,
  Username: user.username || '–',
  Name: nameOf(user) || '–',
  Registered: dateTextInIndia(user.created_at),
  Status: user.is_active ? 'Active' : 'Inactive',
  Admin: user.is_admin ? 'Admin' : 'User',
});
const creditRow = (user: CreditUser) => ({
  'Telegram ID': user.telegram_id,
  Username: user.username,
  User: nameOf(user) || 'Unnamed User',
  Balance: number(user.credits_balance),
  Purchased: number(user.total_credits_purchased),
  Spent: number(user.total_credits_spent),
  'Last Activity': user.last_login ? dateTimeTextInIndia(user.last_login) : 'Never',
});

async function expectFile(download_url: string, shown: readonly Readonly<Record<string, string>>[]) {
  const file = await (await fetch(`${server.baseUrl}${download_url}`)).text();
  const columns = Object.keys(shown[0] ?? {});
  expect(shown.length).toBeGreaterThan(NAMES.length);
  expect(readCsv(file).map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))).toEqual(shown);
}

test('the file of users equals the list of users', async () => {
  const { json: users } = await server.call(listUsers, { as: admin.as });
  const { json } = await server.call(requestExport, { as: admin.as, body: { list: 'users', time_zone: INDIA } });
  await expectFile(json.download_url, users.map(userRow));
});

test('the file of credits equals the list of credits', async () => {
  const { json: users } = await server.call(listCreditUsers, { as: admin.as });
  const { json } = await server.call(requestExport, { as: admin.as, body: { list: 'credits', time_zone: INDIA } });
  await expectFile(json.download_url, users.map(creditRow));
});
