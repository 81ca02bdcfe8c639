import {
  type AdminUser,
  AUDIT_EVENT_LABELS,
  type AuditEvent,
  adjustCredits,
  type CreditUser,
  type ExportAuditEventsBody,
  type ExportBody,
  listAuditEvents,
  listDetailedPostings,
  listUsers,
  POSTING_SORTS,
  type QueryOf,
  requestExport,
  updateUser,
} from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { dateTextInIndia, dateTimeTextInIndia, INDIA, readCsv } from './csvFiles.testing.ts';
import { signUp, signUpAdmin, useAdmin } from './people.testing.ts';
import { type PostingOwner, signUpPosting } from './postingOwner.testing.ts';
import { setTimes } from './postingTimes.testing.ts';

/** The CSV files have the rows, the order and the texts of the screens, read back by two parsers. */
const server = useTestServer();
const NAMES = ['Zoë "Z", Adams', 'Борис Ёлкин', 'ليلى، نور', '王小明\nsecond line', 'प्रिया 🎉 🧑‍🎤', ''];
const admin = useAdmin(server);
const owners: PostingOwner[] = [];

async function fileOf(body: ExportBody) {
  const { json } = await server.call(requestExport, {
    as: admin.as,
    body: { ...body, time_zone: INDIA } as ExportBody,
  });
  return readCsv(await (await fetch(`${server.baseUrl}${json.download_url}`)).text());
}
const idsIn = async (body: ExportBody) => (await fileOf(body)).map((row) => row['Telegram ID']);

/** Compares the columns of the screen. */
function expectShown(rows: readonly Record<string, string>[], shown: readonly Readonly<Record<string, string>>[]) {
  const columns = Object.keys(shown[0] ?? {});
  expect(rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))).toEqual(shown);
}

const PEOPLE = [
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
  for (const [index, [telegramId, username, first, last]] of PEOPLE.entries()) {
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
  for (const [index, name] of NAMES.slice(0, 5).entries()) {
    const owner = await signUpPosting(server, {
      flyers: [`${name}\nsecond line`, ''],
      pages: [name, `${name} 2`],
      name,
    });
    owners.push(owner);
    const until = (['failed', 'completed', 'posted', 'unconfirmed', 'claimed'] as const)[index] ?? 'claimed';
    const id = await owner.post(owner.pages[0], until);
    await setTimes(server, id, {
      pending_ms: 250 + index * 50,
      posting_ms: 61_249,
      posting_visits: 3,
      retry_count: index % 3,
    });
  }
  for (const [index, name] of NAMES.entries()) {
    const [actor, user] = [await signUpAdmin(server), await signUp(server)];
    const rename = 'UPDATE users SET username = $2, first_name = $3, last_name = $4 WHERE id = $1';
    await server.context.pool.query(rename, [actor.id, `actor${index}`, name, 'Actor']);
    await server.context.pool.query(rename, [user.id, '', name, '']);
    const body = { user_id: user.telegramId, amount: index - 2 || 12_345, description: `=${name}` };
    await server.call(adjustCredits, { as: actor.as, body: { ...body, transaction_type: 'refund' } });
    const params = { telegramId: user.telegramId };
    await server.call(updateUser, { as: actor.as, params, body: { is_active: false } });
  }
  // By the setting ADMIN_TELEGRAM_IDS.
  await server.context.pool.query(`INSERT INTO audit_events (target_id, event) VALUES ($1, 'promoted')`, [admin.id]);
  await server.context.pool.query(
    `ALTER TABLE audit_events DISABLE TRIGGER USER;
     UPDATE audit_events SET at = '2026-03-01T18:29:59.5Z'::timestamptz + seq % 3 * interval '1 second';
     ALTER TABLE audit_events ENABLE TRIGGER USER`,
  );
});

const nameOf = ({ first_name, last_name }: AdminUser | CreditUser) => `${first_name} ${last_name}`.trim();
/** The texts of a row on the screen (userColumns.tsx, creditColumns.tsx), by the columns of the file. */
const userRow = (user: AdminUser) => ({
  'Telegram ID': user.telegram_id,
  Username: user.username || '–',
  Name: nameOf(user) || '–',
  Registered: dateTextInIndia(user.created_at),
  Status: user.is_active ? 'Active' : 'Inactive',
  Admin: user.is_admin ? 'Admin' : 'User',
});
describe('users and credits', () => {
  const users = async () => (await server.call(listUsers, { as: admin.as })).json;

  test.each([{}, { is_active: true }, { is_active: false }, { is_admin: true }])(
    'the file of users equals the list with the filter %j [2.13-18]',
    async (filter) => {
      const isShown = (user: AdminUser) =>
        Object.entries(filter).every(([name, value]) => user[name as keyof AdminUser] === value);
      const shown = (await users()).filter(isShown);
      expect(shown.length).toBeGreaterThan(5);
      expectShown(await fileOf({ list: 'users', ...filter }), shown.map(userRow));
    },
  );

  test.each([
    ['ёЛКА ж', ['32']],
    ['@EMOJI2', ['36']],
    [' quoted ', ['42000']],
    ['_und', ['31']],
    ['%', []],
  ])(
    'the search %j finds any name by a part of it, ignoring case, and takes wildcards literally',
    async (search, ids) => {
      expect(await idsIn({ list: 'users', search })).toEqual(ids);
      expect(await idsIn({ list: 'credits', search })).toEqual(ids);
    },
  );

  test('the file of credits has one user only, for a user [8.4-16]', async () => {
    expect(await idsIn({ list: 'credits', user_id: '42' })).toEqual(['42']);
    expect(await idsIn({ list: 'credits', user_id: '42', search: 'quoted' })).toEqual([]);
  });
});

/** The texts of a row on the screen (auditColumns.tsx), by the columns of the file. */
const auditRow = (event: AuditEvent) => ({
  When: `${dateTimeTextInIndia(event.at)}:${event.at.slice(17, 19)}`,
  Who: event.admin_name,
  What: AUDIT_EVENT_LABELS[event.act],
  User: event.target_name || event.target_telegram_id || '–',
  Details: event.summary,
});

const SELECTIONS: readonly ExportAuditEventsBody[] = [
  { sort_order: 1 },
  { sort_order: -1 },
  { act: 'credits_adjusted', sort_order: 1 },
  { actor: 'ёлкин' },
  { target: 'ليلى' },
];

test.each(SELECTIONS)('the file of the audit log equals the screen for %j', async (selection) => {
  const rows = await fileOf({ list: 'audit', ...selection });
  // The list after the call has the event of this export, and the file has it too.
  const { json } = await server.call(listAuditEvents, { as: admin.as, query: { ...selection, limit: 200 } });
  const shown = json.events.map(auditRow);
  expect(shown.length).toBeGreaterThan(1);
  expectShown(rows, shown);
});

type Posting = Awaited<ReturnType<typeof listAll>>[number];
const listAll = async (query: object) => {
  const { json } = await server.call(listDetailedPostings, { as: admin.as, query: { ...query, limit: 200 } });
  return json.postings;
};

const secondsText = (ms: number) => `${(ms / 1_000).toFixed(1)}s`;

/** The texts of a row on the screen (postingColumns.tsx). */
function postingRow(posting: Posting): string[] {
  const time = (status: string) => {
    const duration = posting.status_durations[status];
    if (!duration) return 'N/A';
    return `${secondsText(duration.total_ms)}${duration.visits > 1 ? `×${duration.visits}` : ''}`;
  };
  const label = posting.status.charAt(0).toUpperCase() + posting.status.slice(1);
  const isOpen = posting.is_unconfirmed || !['completed', 'failed'].includes(posting.status);
  return [
    ...[label, posting.task_description || 'No description', posting.assistant_name, posting.page_name, posting.guid],
    ...[dateTimeTextInIndia(posting.updated_at), dateTimeTextInIndia(posting.created_at)],
    ...[time('pending'), time('posting'), time('posted'), time('failed')],
    ...[secondsText(posting.total_duration), String(posting.retry_count), isOpen ? '0 min' : 'N/A'],
    ...['pending', 'posting', 'posted', 'failed'].map((status) =>
      String(posting.status_durations[status]?.total_ms ?? ''),
    ),
    posting.id,
  ];
}
const COLUMNS = [
  ...['Status', 'Description', 'Assistant', 'Page name', 'Page', 'Last Update', 'Created'],
  ...['Pending', 'Posting', 'Posted', 'Failed', 'Total', 'Retries', 'Unchanged'],
  ...['Pending ms', 'Posting ms', 'Posted ms', 'Failed ms', 'ID'],
];

const FILTERS: readonly [string, (owner: PostingOwner) => QueryOf<typeof listDetailedPostings>][] = [
  ['a search', () => ({ search: 'ёлкин' })],
  ['a short search', () => ({ search: 'e' })],
  ['an owner', ({ telegramId }) => ({ owner: telegramId })],
  ['a page', ({ pages }) => ({ guid: pages[0]?.guid ?? '' })],
  ['an assistant', ({ assistantId }) => ({ assistant: assistantId })],
  ['a status', () => ({ status: 'failed' })],
  ['stuck work', () => ({ stuck: 'any', stuck_minutes: 0 })],
  ['a time', () => ({ created_from: new Date(Date.now() - 3_600_000).toISOString() })],
  ['all of them', ({ telegramId }) => ({ search: '王', owner: telegramId, status: 'failed', stuck: 'unconfirmed' })],
];
const SORTS = POSTING_SORTS.flatMap((sort_by) => ([1, -1] as const).map((sort_order) => ({ sort_by, sort_order })));
test.each([...SORTS.map((sort) => [JSON.stringify(sort), () => sort] as const), ...FILTERS])(
  'the file of postings equals the screen by %s',
  async (_, queryOf) => {
    // The owner of the unconfirmed posting.
    const query = queryOf(owners[3] as PostingOwner);
    const listed = await listAll(query);
    expect(listed).not.toEqual([]);
    const rows = await fileOf({ list: 'postings', ...query } as ExportBody);
    expect(rows.map((row) => COLUMNS.map((column) => row[column]))).toEqual(listed.map(postingRow));
  },
);
