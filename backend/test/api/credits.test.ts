import {
  adjustCredits,
  getBalance,
  getCreditOutlook,
  listCreditUsers,
  listEntries,
  listPackages,
  listSpending,
  listTransactions,
} from '@flyerdeck/contracts';
import { readLedger } from '../factories.ts';
import { type Credentials, useTestServer } from '../testServer.ts';
import { type Answer, type CallTests, describeCall } from './describeCall.testing.ts';
import { changesOf, type Person, signUp, signUpAdmin, useAdmin } from './people.testing.ts';
import { goOnline, signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer({ SUPPORT_TELEGRAM: '@flyerdeck_support' });

describeCall(server, listPackages, ({ succeeds }) => {
  succeeds(
    'lists the packages with the most popular one third, and the support contact [9-04, 9-05, 9-06]',
    async () => {
      const answer = await server.call(listPackages);
      expect(answer.json.packages).toEqual([
        { id: 'mini', name: 'Mini', price_usd: 9.99, total_credits: 500, bonus_credits: 0 },
        { id: 'plus', name: 'Plus', price_usd: 27.99, total_credits: 1_500, bonus_credits: 0 },
        { id: 'basic', name: 'Basic', price_usd: 49.99, total_credits: 3_000, bonus_credits: 0 },
        { id: 'enterprise', name: 'Enterprise', price_usd: 199.99, total_credits: 16_500, bonus_credits: 1_500 },
      ]);
      expect(answer.json.support_telegram).toBe('flyerdeck_support');
    },
  );
});

describeCall(server, getBalance, ({ succeeds }) => {
  succeeds('shows the welcome bonus of a new user [9-03]', async () => {
    const answer = await server.call(getBalance, { as: (await signUp(server)).as });
    expect(answer.json).toEqual({ credits_balance: 150, total_credits_purchased: 0, total_credits_spent: 0 });
  });
});

describeCall(server, listTransactions, ({ succeeds }) => {
  succeeds("lists the user's own ledger entries, newest first", async () => {
    const owner = await signUpPosting(server, { pages: ['Alpha'] });
    await signUpPosting(server);
    await owner.post(owner.pages[0], 'posted');
    const answer = await server.call(listTransactions, { as: owner.as, query: { limit: 20 } });
    expect(answer.json.transactions).toEqual([
      {
        id: expect.any(String),
        transaction_type: 'spending',
        description: 'Posting fee for Alpha, 24 hours',
        amount: -10,
        page_guid: owner.pages[0]?.guid,
        page_name: 'Alpha',
        posting: { id: expect.any(String), task_id: owner.taskId, flyer: expect.any(String) },
        created_at: expect.any(String),
      },
      {
        id: expect.any(String),
        transaction_type: 'bonus',
        description: 'Welcome bonus',
        amount: 150,
        created_at: expect.any(String),
      },
    ]);
  });
});

/** AET is an abbreviation that Postgres does not take. */
function refusesZones(refuses: CallTests['refuses'], call: (as: Credentials, zone: string) => Promise<Answer>) {
  for (const zone of ['AET', 'Mars']) {
    const sentence = `'${zone}' is not the name of a time zone.`;
    refuses(`for the time zone ${zone}`, { code: 'credits.unknown_time_zone', sentence }, async () => {
      const { as } = await signUp(server);
      return () => call(as, zone);
    });
  }
}

const UTC = { time_zone: 'UTC' };
const today = () => new Date().toISOString().slice(0, 10);

describeCall(server, listSpending, ({ succeeds, refuses }) => {
  succeeds("sums up the user's own fees of 30 days by day, page and assistant, less what was given back", async () => {
    const owner = await signUpPosting(server, { pages: ['Alpha', 'Beta'], flyers: ['One', 'Two'] });
    const other = await signUpPosting(server, { pages: ['Foreign'] });
    await other.post(other.pages[0], 'posted');
    await owner.post(owner.pages[0], 'posted');
    await owner.post(owner.pages[1], 'failed');
    // An older fee does not count.
    await server.context.pool.query(
      `INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description, page_guid, posting_id, created_at)
       SELECT user_id, 'spending', -10, 100, 'Old', page_guid, posting_id, now() - interval '31 days'
       FROM credit_transactions WHERE user_id = $1 AND amount = -10 LIMIT 1`,
      [owner.id],
    );
    const sumsBy = async (by: 'day' | 'page' | 'assistant') =>
      (await server.call(listSpending, { as: owner.as, query: { by, ...UTC } })).json;
    const [alpha, beta] = owner.pages;
    expect(await sumsBy('day')).toEqual({
      sums: [{ key: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), name: '', fees: 1, credits: 10 }],
      credits: 10,
      left_out: 0,
    });
    expect((await sumsBy('page')).sums).toEqual([
      { key: alpha?.guid, name: 'Alpha', fees: 1, credits: 10 },
      { key: beta?.guid, name: 'Beta', fees: 0, credits: 0 },
    ]);
    expect((await sumsBy('assistant')).sums).toEqual([
      { key: owner.assistantId, name: 'Spring', fees: 1, credits: 10 },
    ]);
  });

  refusesZones(refuses, (as, zone) => server.call(listSpending, { as, query: { by: 'day', time_zone: zone } }));
});

describeCall(server, listEntries, ({ succeeds, refuses }) => {
  succeeds('lists the fees of a day, of a page and of an assistant, and what is older than an entry', async () => {
    const owner = await signUpPosting(server, { pages: ['Alpha', 'Beta'] });
    for (const page of owner.pages) await owner.post(page, 'posted');
    const read = async (query: object) =>
      (await server.call(listEntries, { as: owner.as, query: { ...UTC, ...query } })).json.transactions;
    const all = await read({});
    const names = (entries: typeof all) => entries.map(({ page_name }) => page_name ?? null);
    expect(names(all)).toEqual(['Beta', 'Alpha', null]);
    expect(names(await read({ before: all[0]?.id }))).toEqual(['Alpha', null]);
    expect(names(await read({ day: today() }))).toEqual(['Beta', 'Alpha']);
    expect(names(await read({ day: today(), page_guid: owner.pages[0]?.guid }))).toEqual(['Alpha']);
    expect(names(await read({ assistant_id: owner.assistantId }))).toEqual(['Beta', 'Alpha']);
    expect(await read({ day: '2026-02-31' })).toEqual([]);
    const other = await signUpPosting(server, { pages: ['Foreign'] });
    expect(
      names(
        (await server.call(listEntries, { as: other.as, query: { ...UTC, before: all[0]?.id } })).json.transactions,
      ),
    ).toEqual([]);
    const ofDay = { by: 'page' as const, ...UTC, day: today() };
    expect((await server.call(listSpending, { as: owner.as, query: ofDay })).json.credits).toBe(20);
    expect(
      (await server.call(listSpending, { as: owner.as, query: { ...ofDay, day: '2026-01-01' } })).json.sums,
    ).toEqual([]);
    return server.call(listEntries, { as: owner.as, query: UTC });
  });

  refusesZones(refuses, (as, zone) => server.call(listEntries, { as, query: { time_zone: zone } }));
});

describeCall(server, getCreditOutlook, ({ succeeds, refuses }) => {
  const outlookOf = async (owner: { readonly as: Awaited<ReturnType<typeof signUp>>['as'] }) =>
    (await server.call(getCreditOutlook, { as: owner.as, query: UTC })).json;

  succeeds('counts the fees of the planned postings, and says when the balance ends', async () => {
    const owner = await signUpPosting(server, { pages: ['Alpha', 'Beta', 'Paid'] });
    await server.context.pool.query("UPDATE pages SET paid_until = now() + interval '3 hours' WHERE guid = $1", [
      owner.pages[2]?.guid,
    ]);
    expect(await outlookOf(owner)).toMatchObject({ credits: 0, ends_at: null, offline_pages: 3 });
    await goOnline(server, owner);
    const planned = await outlookOf(owner);
    expect(planned).toMatchObject({ credits_balance: 150, credits: 20, ends_at: null, offline_pages: 0 });
    expect(planned.waits_for_credits).toBe(false);
    const pause = (reason: string | null) =>
      server.context.pool.query('UPDATE assistants SET pause_reason = $2 WHERE owner_id = $1', [owner.id, reason]);
    await pause('insufficient_credits');
    expect(await outlookOf(owner)).toMatchObject({ credits: 0, waits_for_credits: true });
    await pause(null);
    expect(planned.days).toHaveLength(7);
    expect(planned.days[0]).toEqual({ day: today(), credits: 20 });
    await server.context.pool.query('UPDATE users SET credits_balance = 19 WHERE id = $1', [owner.id]);
    const short = await outlookOf(owner);
    expect(Date.parse(short.ends_at ?? '')).toBeLessThan(Date.now() + 60_000);
    // What is claimed costs what was planned.
    await server.context.pool.query('UPDATE users SET credits_balance = 150 WHERE id = $1', [owner.id]);
    for (const page of owner.pages) await owner.post(page, 'posted');
    const answer = await server.call(getCreditOutlook, { as: owner.as, query: UTC });
    expect(answer.json).toMatchObject({ credits_balance: 130, credits: 0 });
  });

  refusesZones(refuses, (as, zone) => server.call(getCreditOutlook, { as, query: { time_zone: zone } }));
});

const admin = useAdmin(server);

describeCall(server, listCreditUsers, ({ succeeds }) => {
  // `admin/adminRules.test.ts` compares all rows and their order.
  succeeds('lists the credits of all users', () => server.call(listCreditUsers, { as: admin.as }));
});

describeCall(server, adjustCredits, ({ succeeds, refuses }) => {
  const adjustment = (user: Person, amount: number) => ({
    user_id: user.telegramId,
    amount,
    transaction_type: 'admin_adjustment' as const,
    description: 'For the trouble',
  });
  const adjust = (body: ReturnType<typeof adjustment>, key?: string, as = admin.as) =>
    server.call(adjustCredits, { as, body, headers: key === undefined ? {} : { 'Idempotency-Key': key } });
  const ledgerOf = async ({ as }: Person) => (await server.call(listTransactions, { as })).json.transactions;
  const balanceOf = async ({ as }: Person) => (await server.call(getBalance, { as })).json.credits_balance;

  succeeds('adds credits by a ledger entry that names the admin [5-20]', async () => {
    const user = await signUp(server);
    const answer = await adjust(adjustment(user, 50));
    expect(answer.json).toMatchObject({
      message: 'Credits added: 50.',
      credits_balance: 200,
      transaction: { transaction_type: 'admin_adjustment', amount: 50, description: 'For the trouble' },
    });
    expect((await ledgerOf(user))[0]).toEqual(answer.json.transaction);
    const { rows } = await server.context.pool.query('SELECT admin_id FROM credit_transactions WHERE id = $1', [
      answer.json.transaction.id,
    ]);
    expect(rows).toEqual([{ admin_id: admin.id }]);
    expect(await balanceOf(user)).toBe(200);
  });

  succeeds('removes credits, down to a balance of zero [5-21]', async () => {
    const user = await signUp(server);
    const answer = await adjust(adjustment(user, -150));
    expect(answer.json).toMatchObject({ message: 'Credits removed: 150.', credits_balance: 0 });
  });

  succeeds('adjusts once for simultaneous requests with one Idempotency-Key [8.4-14]', async () => {
    const user = await signUp(server);
    const key = `key-${user.telegramId}`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => adjust(adjustment(user, 50), key)));
    const [answer = await adjust(adjustment(user, 50), key)] = answers;
    for (const { json } of answers) expect(json).toEqual(answer.json);
    expect(await balanceOf(user)).toBe(200);
    expect(await changesOf(server, admin, user.telegramId)).toMatchObject([
      {
        act: 'credits_adjusted',
        admin_telegram_id: admin.telegramId,
        summary: 'Admin Adjustment, +50 credits, balance 200, “For the trouble”',
      },
    ]);
  });

  for (const type of ['bonus', 'refund'] as const) {
    succeeds(`counts a ${type} neither as bought nor as spent`, async () => {
      const user = await signUp(server);
      const answer = await adjust({ ...adjustment(user, 20), transaction_type: type as 'admin_adjustment' });
      expect(answer.json.transaction).toMatchObject({ transaction_type: type, amount: 20 });
      expect((await server.call(getBalance, { as: user.as })).json).toEqual({
        credits_balance: 170,
        total_credits_purchased: 0,
        total_credits_spent: 0,
      });
    });
  }

  succeeds('applies all simultaneous adjustments of two admins [8.4-15]', async () => {
    const [user, otherAdmin] = [await signUp(server), await signUpAdmin(server)];
    const answers = await Promise.all(
      [admin.as, otherAdmin.as].flatMap((as) =>
        [10, -5, 30, -60].map((amount) => adjust(adjustment(user, amount), undefined, as)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await readLedger(server.context.db, user.id)).toEqual({
      balance: 100,
      ledgerSum: 100,
      lastBalanceAfter: 100,
    });
  });

  succeeds('accepts only as many simultaneous deductions as the balance covers', async () => {
    const [user, otherAdmin] = [await signUp(server), await signUpAdmin(server)];
    const answers = await Promise.all(
      [admin.as, otherAdmin.as, admin.as, otherAdmin.as].map((as) => adjust(adjustment(user, -100), undefined, as)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
    expect(await balanceOf(user)).toBe(50);
    const acts = await changesOf(server, admin, user.telegramId);
    expect(acts).toHaveLength(1);
  });

  succeeds('adjusts only one of two users in simultaneous requests with one key [8.4-14]', async () => {
    const users = [await signUp(server), await signUp(server)];
    const answers = await Promise.all(users.map((user) => adjust(adjustment(user, 50), `key-${users[0]?.telegramId}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await Promise.all(users.map(balanceOf))).sort()).toEqual([150, 200]);
  });

  refuses('when no user has the id', 'user.not_found', async () => {
    const unknownUser = { ...(await signUp(server)), telegramId: '1' };
    return () => adjust(adjustment(unknownUser, 50));
  });

  refuses(
    'when the balance would fall below zero [8.4-13]',
    { code: 'credits.below_zero', sentence: 'The balance would fall below zero.' },
    async () => {
      const user = await signUp(server);
      return () => adjust(adjustment(user, -151));
    },
  );

  refuses(
    'when the balance would exceed the largest integer',
    { code: 'credits.too_many', sentence: 'The balance would be larger than can be kept.' },
    async () => {
      const user = await signUp(server);
      await server.context.pool.query('UPDATE users SET credits_balance = 2147483647 WHERE id = $1', [user.id]);
      return () => adjust(adjustment(user, 1));
    },
  );

  const REUSED = {
    code: 'credits.idempotency_key_reused',
    sentence: 'This Idempotency-Key was used for another adjustment.',
  };
  for (const [what, other] of Object.entries({ amount: { amount: 51 }, description: { description: 'For fun' } })) {
    refuses(`when the key was used with another ${what}`, REUSED, async () => {
      const user = await signUp(server);
      const key = `key-${user.telegramId}`;
      await adjust(adjustment(user, 50), key);
      return () => adjust({ ...adjustment(user, 50), ...other }, key);
    });
  }

  const wrongAmounts: [number, string][] = [
    [0, "'amount' must not be zero."],
    [1.5, "'amount' must be integer."],
    [1_000_001, "'amount' must be <= 1000000."],
    [-1_000_001, "'amount' must be >= -1000000."],
  ];
  for (const [amount, sentence] of wrongAmounts) {
    refuses(`for an amount of ${amount}`, { code: 'invalid_request', sentence }, async () => {
      const user = await signUp(server);
      return () => adjust(adjustment(user, amount));
    });
  }
});
