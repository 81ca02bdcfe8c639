import {
  adjustCredits,
  bookPurchase,
  getBalance,
  getUser,
  getUserActivity,
  type LedgerEntry,
  listAuditEvents,
  listTransactions,
  listUserLedger,
  type QueryOf,
  requestExport,
  reversePurchase,
} from '@flyerdeck/contracts';
import { readLedger } from '../factories.ts';
import { startFakeBotApi } from '../fakeBotApi/fakeBotApi.ts';
import { useTestServer } from '../testServer.ts';
import { INDIA, readCsv } from './csvFiles.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { changesOf, type Person, signUp, signUpAdmin, useAdmin } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();

const admin = useAdmin(server);

const ledgerOf = ({ telegramId }: Person, query: QueryOf<typeof listUserLedger> = {}) =>
  server.call(listUserLedger, { as: admin.as, params: { telegramId }, query });

describeCall(server, listUserLedger, ({ succeeds }) => {
  succeeds('lists the entries of one user, newest first, with balance, page and admin', async () => {
    const owner = await signUpPosting(server);
    await owner.post(owner.pages[0], 'posted');
    const body = { user_id: owner.telegramId, amount: 5, transaction_type: 'refund' as const, description: 'Late' };
    await server.call(adjustCredits, { as: admin.as, body });
    const answer = await ledgerOf(owner);
    const nobody = { admin_telegram_id: null, admin_name: '' };
    expect(answer.json.total).toBe(3);
    expect(answer.json.entries).toEqual(
      [
        {
          ...{ transaction_type: 'refund', description: 'Late', amount: 5, balance_after: 145 },
          ...{ admin_telegram_id: admin.telegramId, admin_name: 'Test User' },
        },
        {
          ...{ transaction_type: 'spending', description: expect.any(String), amount: -10, balance_after: 140 },
          ...{ page_guid: owner.pages[0]?.guid, page_name: expect.any(String), ...nobody },
          posting: { id: expect.any(String), task_id: owner.taskId, flyer: expect.any(String) },
        },
        { transaction_type: 'bonus', description: 'Welcome bonus', amount: 150, balance_after: 150, ...nobody },
      ].map((entry) => ({ id: expect.any(String), created_at: expect.any(String), ...entry })),
    );
  });
});

describe('the ledger of a user', () => {
  test('says which fee a refund belongs to, for the user too, and a filter lists only one type or one page', async () => {
    const owner = await signUpPosting(server, { pages: ['Alpha', 'Beta'] });
    const [alpha, beta] = owner.pages;
    const posting = await owner.post(alpha, 'failed');
    await owner.post(beta, 'posted');
    const [fee, refund] = ['spending', 'refund'].map((type) => async () => {
      const { entries } = (await ledgerOf(owner, { page_guid: alpha?.guid ?? '' })).json;
      return entries.find(({ transaction_type }) => transaction_type === type);
    });
    const [taken, givenBack] = [await fee?.(), await refund?.()];
    expect(givenBack).toMatchObject({
      page_name: 'Alpha',
      posting: { id: posting, task_id: owner.taskId },
      refund_of: { id: taken?.id, created_at: taken?.created_at },
    });
    expect(taken).toMatchObject({ posting: { id: posting }, refunded_at: givenBack?.created_at });
    const { transactions } = (await server.call(listTransactions, { as: owner.as })).json;
    const { balance_after: _, admin_telegram_id, admin_name, ...shown } = givenBack ?? ({} as LedgerEntry);
    expect(transactions.find(({ id }) => id === shown.id)).toEqual(shown);
    const spending = (await ledgerOf(owner, { transaction_type: 'spending' })).json;
    expect([spending.total, spending.entries.map(({ page_name }) => page_name)]).toEqual([2, ['Beta', 'Alpha']]);
  });

  test('and the other data of a user: that an admin reads it is an audit event, once in an hour for each admin', async () => {
    const [user, other] = [await signUp(server), await signUpAdmin(server)];
    const params = { telegramId: user.telegramId };
    const viewsOf = async ({ telegramId }: Person) => {
      const query = { act: 'user_viewed' as const, user_id: telegramId };
      const { events } = (await server.call(listAuditEvents, { as: admin.as, query })).json;
      return events.map(({ admin_telegram_id }) => admin_telegram_id).sort();
    };
    for (const { as } of [admin, admin, other]) {
      await Promise.all([
        server.call(getUser, { as, params }),
        server.call(getUserActivity, { as, params }),
        server.call(listUserLedger, { as, params }),
      ]);
    }
    expect(await viewsOf(user)).toEqual([admin.telegramId, other.telegramId].sort());
    expect(await changesOf(server, admin, user.telegramId)).toEqual([]);
    // Their own data.
    await server.call(getUser, { as: other.as, params: { telegramId: other.telegramId } });
    expect(await viewsOf(other)).toEqual([]);
  });
});

describe('the export of a ledger', () => {
  test('prepares a file of the entries that match, and of no other user', async () => {
    const [owner, other] = [await signUpPosting(server, { pages: ['Alpha'] }), await signUpPosting(server)];
    await owner.post(owner.pages[0], 'failed');
    await other.post(other.pages[0], 'posted');
    const exported = async (filter: object) => {
      const body = { user_id: owner.telegramId, time_zone: INDIA, ...filter };
      const { json } = await server.call(requestExport, { as: admin.as, body: { list: 'ledger', ...body } });
      return readCsv(await (await fetch(`${server.baseUrl}${json.download_url}`)).text());
    };
    const rows = await exported({});
    expect(rows.map(({ Type, Amount }) => [Type, Amount])).toEqual([
      ['Refund', '10'],
      ['Posting Fee', '-10'],
      ['Bonus Credits', '150'],
    ]);
    expect(rows[0]).toMatchObject({
      Page: 'Alpha',
      'Gives back the entry of': rows[1]?.When,
      'Gives back': rows[1]?.Entry,
    });
    expect(await exported({ transaction_type: 'refund' })).toEqual([rows[0]]);
  });
});

describeCall(server, reversePurchase, ({ succeeds, refuses }) => {
  async function booked() {
    const user = await signUp(server);
    const body = { user_id: user.telegramId, package_id: 'basic' };
    const { transaction } = (await server.call(bookPurchase, { as: admin.as, body })).json;
    const reverse = (as = admin.as, of = user) =>
      server.call(reversePurchase, { as, body: { user_id: of.telegramId, transaction_id: transaction.id } });
    return { user, purchase: transaction, reverse };
  }

  succeeds('books a counter-entry once for many requests of two admins, and corrects Total Purchased', async () => {
    const { user, purchase, reverse } = await booked();
    const other = await signUpAdmin(server);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => reverse(n % 2 ? admin.as : other.as)));
    const [answer = await reverse()] = answers;
    for (const { status, json } of answers) expect({ status, json }).toEqual({ status: 200, json: answer.json });
    expect(answer.json).toMatchObject({
      message: 'Purchase reversed: 3000 credits.',
      credits_balance: 150,
      transaction: { transaction_type: 'purchase', amount: -3_000, description: 'Reversed: Basic package, $49.99' },
    });
    expect((await server.call(getBalance, { as: user.as })).json).toMatchObject({
      credits_balance: 150,
      total_credits_purchased: 0,
    });
    expect(await readLedger(server.context.db, user.id)).toEqual({
      balance: 150,
      ledgerSum: 150,
      lastBalanceAfter: 150,
    });
    const acts = await changesOf(server, admin, user.telegramId);
    expect(acts.map(({ act, summary }) => [act, summary])).toEqual([
      ['purchase_reversed', 'Purchase, −3,000 credits, balance 150, “Reversed: Basic package, $49.99”'],
      ['purchase_booked', expect.any(String)],
    ]);
    const { entries } = (await ledgerOf(user, { transaction_type: 'purchase' })).json;
    expect(entries).toMatchObject([{ refund_of: { id: purchase.id } }, { refunded_at: entries[0]?.created_at }]);
  });

  refuses(
    'when some of the credits were spent',
    { code: 'credits.below_zero', sentence: 'The balance would fall below zero.' },
    async () => {
      const { user, reverse } = await booked();
      await server.context.pool.query('UPDATE users SET credits_balance = 2999 WHERE id = $1', [user.id]);
      return reverse;
    },
  );

  // What happens at each point of a refund is in stars.test.ts.
  refuses(
    'when Telegram refuses to refund the Stars',
    { code: 'stars.refused', sentence: 'Telegram refuses it: 400 Bad Request: CHARGE_NOT_FOUND' },
    async () => {
      const { purchase, reverse } = await booked();
      await server.context.pool.query(`INSERT INTO star_payments VALUES ('unknown', $1, 'basic', 2500)`, [purchase.id]);
      const fake = await startFakeBotApi({ token: 'token' });
      Object.assign(server.context.config, { botToken: 'token', telegramApiRoot: fake.url });
      // The first request is in the audit log.
      await reverse();
      return () => reverse().finally(() => fake.stop());
    },
  );

  refuses('for a purchase of another user', 'credits.purchase_not_found', async () => {
    const { reverse } = await booked();
    const other = await signUp(server);
    return () => reverse(admin.as, other);
  });

  refuses('for another kind of entry', 'credits.purchase_not_found', async () => {
    const { user } = await booked();
    const { entries } = (await ledgerOf(user, { transaction_type: 'bonus' })).json;
    const body = { user_id: user.telegramId, transaction_id: entries[0]?.id ?? '' };
    return () => server.call(reversePurchase, { as: admin.as, body });
  });

  refuses('when no user has the id', 'user.not_found', async () => {
    const { reverse, user } = await booked();
    return () => reverse(admin.as, { ...user, telegramId: '1' });
  });
});

describeCall(server, bookPurchase, ({ succeeds, refuses }) => {
  const book = (user: Person, package_id: string, key?: string, as = admin.as) =>
    server.call(bookPurchase, {
      as,
      body: { user_id: user.telegramId, package_id },
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
    });
  const actsOn = async ({ telegramId }: Person) => changesOf(server, admin, telegramId);

  succeeds('books the credits and the price of a package, with an audit event', async () => {
    const user = await signUp(server);
    const answer = await book(user, 'basic');
    expect(answer.json).toMatchObject({
      message: 'Purchase booked: 3000 credits.',
      credits_balance: 3_150,
      transaction: { transaction_type: 'purchase', amount: 3_000, description: 'Basic package, $49.99' },
    });
    expect((await server.call(getBalance, { as: user.as })).json).toEqual({
      credits_balance: 3_150,
      total_credits_purchased: 3_000,
      total_credits_spent: 0,
    });
    const { json } = await server.call(listTransactions, { as: user.as });
    expect(json.transactions[0]).toEqual(answer.json.transaction);
    expect((await ledgerOf(user)).json.entries[0]).toMatchObject({ admin_telegram_id: admin.telegramId });
    expect(await actsOn(user)).toEqual([
      {
        id: expect.any(String),
        act: 'purchase_booked',
        admin_telegram_id: admin.telegramId,
        admin_name: 'Test User',
        target_telegram_id: user.telegramId,
        target_name: 'Test User',
        summary: 'Purchase, +3,000 credits, balance 3,150, “Basic package, $49.99”',
        at: expect.any(String),
      },
    ]);
  });

  succeeds('books once for simultaneous requests with one Idempotency-Key', async () => {
    const user = await signUp(server);
    const key = `key-${user.telegramId}`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => book(user, 'mini', key)));
    const [answer = await book(user, 'mini', key)] = answers;
    for (const { status, json } of answers) expect({ status, json }).toEqual({ status: 200, json: answer.json });
    expect(await readLedger(server.context.db, user.id)).toEqual({
      balance: 650,
      ledgerSum: 650,
      lastBalanceAfter: 650,
    });
    expect(await actsOn(user)).toHaveLength(1);
  });

  refuses('when no user has the id', 'user.not_found', async () => {
    const user = { ...(await signUp(server)), telegramId: '1' };
    return () => book(user, 'mini');
  });

  refuses('when there is no such package', 'credits.package_not_found', async () => {
    const user = await signUp(server);
    return () => book(user, 'huge');
  });

  const reused = {
    code: 'credits.idempotency_key_reused',
    sentence: 'This Idempotency-Key was used for another purchase.',
  };
  for (const [what, again] of [
    ['package', (user: Person, _: Person, key: string) => book(user, 'plus', key)],
    ['user', (_: Person, other: Person, key: string) => book(other, 'mini', key)],
  ] as const) {
    refuses(`when the key was used for another ${what}`, reused, async () => {
      const [user, other] = [await signUp(server), await signUp(server)];
      await book(user, 'mini', `key-${user.telegramId}`);
      return () => again(user, other, `key-${user.telegramId}`);
    });
  }

  refuses(
    'when the balance would exceed the largest integer',
    { code: 'credits.too_many', sentence: 'The balance would be larger than can be kept.' },
    async () => {
      const user = await signUp(server);
      await server.context.pool.query('UPDATE users SET credits_balance = 2147483647 WHERE id = $1', [user.id]);
      return () => book(user, 'mini');
    },
  );
});
