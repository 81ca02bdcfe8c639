import { adjustCredits, getBalance, listCreditUsers, listTransactions } from '@flyerdeck/contracts';
import { readLedger } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { changesOf, type Person, signUp, signUpAdmin } from './people.testing.ts';

const server = useTestServer();

let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
});

describeCall(server, listCreditUsers, ({ succeeds }) => {
  // `admin/userLists.test.ts` compares all rows and their order.
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

  succeeds('writes a default description when none is given', async () => {
    const user = await signUp(server);
    const answer = await adjust({ ...adjustment(user, -5), description: ' ' });
    expect(answer.json.transaction.description).toBe('Admin adjustment: -5 credits');
  });

  succeeds('adjusts once for simultaneous requests with one Idempotency-Key [8.4-14]', async () => {
    const user = await signUp(server);
    const key = `key-${user.telegramId}`;
    const answers = await Promise.all([1, 2, 3, 4].map(() => adjust(adjustment(user, 50), key)));
    const [answer = await adjust(adjustment(user, 50), key)] = answers;
    for (const { json } of answers) expect(json).toEqual(answer.json);
    expect(await balanceOf(user)).toBe(200);
  });

  succeeds('adjusts again with the same key from another admin, and without a key', async () => {
    const [user, otherAdmin] = [await signUp(server), await signUpAdmin(server)];
    const key = `key-${user.telegramId}`;
    await adjust(adjustment(user, 50), key);
    await adjust(adjustment(user, 50), key, otherAdmin.as);
    const answer = await adjust(adjustment(user, 50));
    expect(answer.json.credits_balance).toBe(300);
  });

  succeeds('writes one audit event for repeated requests with one key', async () => {
    const user = await signUp(server);
    const key = `key-${user.telegramId}`;
    await adjust(adjustment(user, 50), key);
    await adjust(adjustment(user, 50), key);
    const acts = await changesOf(server, admin, user.telegramId);
    expect(acts).toMatchObject([
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
    'when the key was used for another adjustment',
    {
      code: 'credits.idempotency_key_reused',
      sentence: 'This Idempotency-Key was used for another adjustment.',
    },
    async () => {
      const user = await signUp(server);
      const key = `key-${user.telegramId}`;
      await adjust(adjustment(user, 50), key);
      return () => adjust(adjustment(user, 51), key);
    },
  );

  refuses(
    'when the balance would fall below zero [8.4-13]',
    { code: 'credits.below_zero', sentence: 'The balance would fall below zero.' },
    async () => {
      const user = await signUp(server);
      return () => adjust(adjustment(user, -151));
    },
  );

  refuses(
    'when the key was used with another description',
    {
      code: 'credits.idempotency_key_reused',
      sentence: 'This Idempotency-Key was used for another adjustment.',
    },
    async () => {
      const user = await signUp(server);
      const key = `key-${user.telegramId}`;
      await adjust(adjustment(user, 50), key);
      return () => adjust({ ...adjustment(user, 50), description: 'For the fun of it' }, key);
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

  refuses(
    'for an Idempotency-Key of 201 characters',
    {
      code: 'invalid_request',
      sentence: 'The Idempotency-Key header may have at most 200 characters.',
    },
    async () => {
      const user = await signUp(server);
      return () => adjust(adjustment(user, 50), 'k'.repeat(201));
    },
  );
});
