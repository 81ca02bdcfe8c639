import { getBalance, listPackages, listTransactions } from '@flyerdeck/contracts';
import { useTestServer } from '../../test/testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { signUp } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';

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
      return answer;
    },
  );
});

describeCall(server, getBalance, ({ succeeds }) => {
  succeeds('shows the welcome bonus of a new user [9-03]', async () => {
    const answer = await server.call(getBalance, { as: (await signUp(server)).as });
    expect(answer.json).toEqual({ credits_balance: 150, total_credits_purchased: 0, total_credits_spent: 0 });
    return answer;
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
    return answer;
  });

  succeeds('lists 20 entries unless another limit is given', async () => {
    const { as, id } = await signUp(server);
    await server.context.pool.query(
      `INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description)
       SELECT $1, 'bonus', 1, 150 + n, 'Bonus ' || n FROM generate_series(1, 30) n`,
      [id],
    );
    const two = (await server.call(listTransactions, { as, query: { limit: 2 } })).json.transactions;
    expect(two.map(({ description }) => description)).toEqual(['Bonus 30', 'Bonus 29']);
    const answer = await server.call(listTransactions, { as });
    expect(answer.json.transactions).toHaveLength(20);
    return answer;
  });
});
