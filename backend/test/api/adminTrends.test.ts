import { adjustCredits, getTrends, requestExport, type TrendDay } from '@flyerdeck/contracts';
import { useTestServer } from '../testServer.ts';
import { readCsv } from './csvFiles.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { useAdmin } from './people.testing.ts';
import { signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();

const admin = useAdmin(server);

const trends = (days?: number) => server.call(getTrends, { as: admin.as, query: { days } });

/** The date of this many days ago, in UTC. */
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const dayOf = async (day: string) => (await trends(365)).json.days.find((trend) => trend.day === day);
const query = (text: string, values: unknown[] = []) => server.context.pool.query(text, values);

describeCall(server, getTrends, ({ succeeds }) => {
  succeeds('lists the last 30 days including today, oldest first, or the requested number', async () => {
    const answer = await trends();
    expect(answer.json.days.map(({ day }) => day)).toEqual(
      Array.from({ length: 30 }, (_, index) => daysAgo(29 - index)),
    );
    expect((await trends(1)).json.days.map(({ day }) => day)).toEqual([daysAgo(0)]);
    expect((await trends(365)).json.days).toHaveLength(365);
  });

  succeeds('counts postings by the day they were created and the status they have now', async () => {
    const owner = await signUpPosting(server, { flyers: ['One', 'Two', 'Three', 'Four'] });
    const [page] = owner.pages;
    await owner.post(page, 'completed');
    await owner.post(page, 'failed');
    const day = daysAgo(40);
    await query(`UPDATE page_postings SET created_at = $2::date + interval '23:59:59.999' WHERE owner_id = $1`, [
      owner.id,
      day,
    ]);
    expect((await dayOf(day))?.postings).toEqual({ pending: 2, posting: 0, posted: 0, completed: 1, failed: 1 });
    await owner.post(page, 'posted');
    const answer = await trends(41);
    expect(answer.json.days[0]?.postings).toEqual({ pending: 1, posting: 0, posted: 1, completed: 1, failed: 1 });
    expect((await trends(40)).json.days[0]?.postings.completed).toBe(0);
  });

  succeeds('sums the credits bought, granted and spent', async () => {
    const { json: before } = await trends(1);
    const owner = await signUpPosting(server, { flyers: ['One', 'Two'], pages: ['Alpha', 'Beta'] });
    await owner.post(owner.pages[0], 'completed');
    // The fee of a failed posting is refunded.
    await owner.post(owner.pages[1], 'failed');
    const adjust = (amount: number, transaction_type: 'admin_adjustment' | 'bonus' | 'refund') =>
      server.call(adjustCredits, {
        as: admin.as,
        body: { user_id: owner.telegramId, amount, transaction_type, description: '' },
      });
    await adjust(7, 'bonus');
    await adjust(20, 'admin_adjustment');
    await adjust(300, 'refund');
    await adjust(-100, 'admin_adjustment');
    await query(
      `INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description)
       VALUES ($1, 'purchase', 3000, 3000, 'Basic')`,
      [owner.id],
    );
    const answer = await trends(1);
    const grown = (name: 'new_users' | 'credits_bought' | 'credits_granted' | 'credits_spent') =>
      (answer.json.days[0]?.[name] ?? 0) - (before.days[0]?.[name] ?? 0);
    expect(grown('new_users')).toBe(1);
    expect(grown('credits_bought')).toBe(3_000);
    expect(grown('credits_granted')).toBe(150 + 7 + 20 + 300);
    expect(grown('credits_spent')).toBe(10);
  });
});

/** The line of the file for a day of the charts. */
const lineOf = ({ day, postings, ...numbers }: TrendDay) => ({
  'Day (UTC)': day,
  'New users': String(numbers.new_users),
  'Credits bought': String(numbers.credits_bought),
  'Credits granted': String(numbers.credits_granted),
  'Credits spent': String(numbers.credits_spent),
  ...Object.fromEntries(Object.entries(postings).map(([status, count]) => [`Postings ${status}`, String(count)])),
});

describe('the export of trends', () => {
  for (const days of [7, 30, 90] as const) {
    test(`exports the numbers of the last ${days} days, oldest first`, async () => {
      const owner = await signUpPosting(server, { flyers: ['One', 'Two'] });
      await owner.post(owner.pages[0], 'completed');
      await query(`UPDATE page_postings SET created_at = $2::date WHERE owner_id = $1`, [owner.id, daysAgo(days - 1)]);
      const answer = await server.call(requestExport, {
        as: admin.as,
        body: { list: 'trends', ...(days !== 30 && { days }) },
      });
      const file = await (await fetch(`${server.baseUrl}${answer.json.download_url}`)).text();
      const { json } = await trends(days);
      expect(json.days[0]?.postings).toMatchObject({ pending: 1, completed: 1 });
      expect(readCsv(file)).toEqual(json.days.map(lineOf));
    });
  }
});
