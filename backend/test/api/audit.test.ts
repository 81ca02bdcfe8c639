import {
  adjustCredits,
  bookPurchase,
  type ExportAuditEventsBody,
  endUserSessions,
  listAuditEvents,
  requestExport,
  updateUser,
} from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp, signUpAdmin, useAdmin } from './people.testing.ts';

const server = useTestServer();

const admin = useAdmin(server);
let other: Person;
let anna: Person;
beforeAll(async () => {
  other = await signUpAdmin(server);
  anna = await signUp(server);
  const rename = 'UPDATE users SET username = $2, first_name = $3, last_name = $4 WHERE id = $1';
  await server.context.pool.query(rename, [admin.id, 'boss', 'Boris', 'Ößling']);
  await server.context.pool.query(rename, [other.id, '100%', '', '']);
  await server.context.pool.query(rename, [anna.id, 'anna_b', 'Anna', 'Bell']);
  const params = { telegramId: anna.telegramId };
  await server.call(updateUser, { as: admin.as, params, body: { is_admin: true } });
  await server.call(updateUser, { as: other.as, params, body: { is_admin: false } });
  await server.call(adjustCredits, {
    as: admin.as,
    body: { user_id: anna.telegramId, amount: -1, transaction_type: 'refund', description: '=Late, "sorry"' },
  });
  await server.call(bookPurchase, { as: other.as, body: { user_id: anna.telegramId, package_id: 'enterprise' } });
  await server.call(requestExport, {
    as: other.as,
    body: { list: 'users', search: 'ann', is_active: true },
  });
  await server.call(endUserSessions, { as: admin.as, params });
  // By the setting ADMIN_TELEGRAM_IDS.
  await server.context.pool.query(`INSERT INTO audit_events (target_id, event) VALUES ($1, 'promoted')`, [other.id]);
});

type Selection = ExportAuditEventsBody & { page?: number; limit?: number };
const list = (query: Selection = {}) => server.call(listAuditEvents, { as: admin.as, query });
const actsOf = async (query: Selection) => (await list(query)).json.events.map(({ act }) => act);
const ALL = [
  'promoted',
  'sessions_ended',
  'exported',
  'purchase_booked',
  'credits_adjusted',
  'demoted',
  'promoted',
] as const;

describeCall(server, listAuditEvents, ({ succeeds }) => {
  succeeds('lists who did what to whom, newest first, with the details as a sentence', async () => {
    const answer = await list();
    expect(answer.json.total).toBe(7);
    const boss = { admin_telegram_id: admin.telegramId, admin_name: 'Boris Ößling' };
    const second = { admin_telegram_id: other.telegramId, admin_name: '100%' };
    const onAnna = { target_telegram_id: anna.telegramId, target_name: 'Anna Bell' };
    expect(answer.json.events).toEqual(
      [
        {
          ...{ act: 'promoted', admin_telegram_id: null, admin_name: 'Product settings', summary: '' },
          ...{ target_telegram_id: other.telegramId, target_name: '100%' },
        },
        { act: 'sessions_ended', ...boss, ...onAnna, summary: '1 session' },
        {
          ...{ act: 'exported', ...second, target_telegram_id: null, target_name: '' },
          summary: 'users, is active: true, search: ann',
        },
        {
          ...{ act: 'purchase_booked', ...second, ...onAnna },
          summary: 'Purchase, +16,500 credits, balance 16,649, “Enterprise package, $199.99”',
        },
        {
          ...{ act: 'credits_adjusted', ...boss, ...onAnna },
          summary: 'Refund, −1 credits, balance 149, “=Late, "sorry"”',
        },
        { act: 'demoted', ...second, ...onAnna, summary: '' },
        { act: 'promoted', ...boss, ...onAnna, summary: '' },
      ].map((event) => ({ id: expect.any(String), at: expect.any(String), ...event })),
    );
  });

  succeeds('filters by admin, user and action; names are searched as they are displayed', async () => {
    const exact: [Selection, readonly string[]][] = [
      [{ actor: 'boris ö' }, ['sessions_ended', 'credits_adjusted', 'promoted']],
      [{ actor: '@boss' }, ['sessions_ended', 'credits_adjusted', 'promoted']],
      [{ actor: admin.telegramId }, ['sessions_ended', 'credits_adjusted', 'promoted']],
      [{ actor: '100%' }, ['exported', 'purchase_booked', 'demoted']],
      [{ actor: 'product set' }, ['promoted']],
      [{ actor: '1_0%' }, []],
      [{ target: 'Anna Bell' }, ALL.filter((act, index) => index > 0 && act !== 'exported')],
      [{ target: other.telegramId }, ['promoted']],
      [{ user_id: other.telegramId }, ['promoted']],
      [{ user_id: other.telegramId.slice(0, -1) }, []],
      [{ act: 'promoted' }, ['promoted', 'promoted']],
      [{ act: 'promoted', target: '@anna_b' }, ['promoted']],
      [{ act: 'demoted', actor: 'boss' }, []],
      [{ actor: '  ' }, ALL],
    ];
    for (const [query, acts] of exact) {
      expect([query, await actsOf(query)]).toEqual([query, acts]);
      expect((await list(query)).json.total).toBe(acts.length);
    }
  });
});
