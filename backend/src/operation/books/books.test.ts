import { bookPurchase, eraseAccount, getStats, reversePurchase } from '@flyerdeck/contracts';
import { type Person, signUpAdmin } from '../../../test/api/people.testing.ts';
import { type PostingOwner, signUpPosting } from '../../../test/api/postingOwner.testing.ts';
import { dbOn } from '../../../test/dbOn.ts';
import { runJobs } from '../../../test/runJobs.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { enqueueDueJobs } from '../../jobs/schedule.ts';
import { readQueueMetrics } from '../../server/http/health.ts';
import { enqueueCompleteCheck, readBooks } from './books.query.ts';

const server = useTestServer();
const db = () => server.context.db;
const query = async (text: string, values: unknown[] = []) => (await server.context.pool.query(text, values)).rows;
const NOTHING = { deviations_count: 0, deviations: [] };

let admin: Person;
let owner: PostingOwner;
/** Ids of the owner's rows. */
const ids: Record<'used' | 'unused' | 'refunded' | 'refund' | 'page' | 'unusedPage' | 'otherPage' | 'posting', string> =
  {
    ...{ used: '', unused: '', refunded: '', refund: '', page: '', unusedPage: '', otherPage: '', posting: '' },
  };
const chargeOf = async (page: string) =>
  (await query(`SELECT id FROM credit_transactions WHERE page_guid = $1 AND transaction_type = 'spending'`, [page]))[0]
    .id;

beforeAll(async () => {
  admin = await signUpAdmin(server);
  owner = await signUpPosting(server, {
    flyers: ['One', 'Two', 'Three'],
    pages: ['Used', 'Unused', 'Refunded', 'Doubted', 'Posted'],
  });
  const [used, unused, refunded, doubted, posted] = owner.pages;
  await owner.post(used, 'completed');
  await owner.post(used, 'failed');
  ids.posting = await owner.post(used, 'claimed');
  await owner.post(unused, 'claimed');
  await owner.post(refunded, 'failed');
  await owner.post(doubted, 'unconfirmed');
  await owner.post(posted, 'posted');
  ids.page = used?.guid ?? '';
  ids.unusedPage = unused?.guid ?? '';
  ids.otherPage = doubted?.guid ?? '';
  ids.used = await chargeOf(ids.page);
  ids.unused = await chargeOf(ids.unusedPage);
  ids.refunded = await chargeOf(refunded?.guid ?? '');
  ids.refund = (await query('SELECT id FROM credit_transactions WHERE refund_of = $1', [ids.refunded]))[0].id;
});

test('the books explain claims, refunds, doubts, purchases, reversals and erased accounts', async () => {
  const buy = (userId: string) =>
    server.call(bookPurchase, { as: admin.as, body: { user_id: userId, package_id: 'mini' } });
  await buy(owner.telegramId);
  await buy(owner.telegramId);
  const [purchase] = await query(`SELECT id FROM credit_transactions WHERE transaction_type = 'purchase' LIMIT 1`);
  const body = { user_id: owner.telegramId, transaction_id: purchase.id };
  expect((await server.call(reversePurchase, { as: admin.as, body })).status).toBe(200);
  const erased = await signUpPosting(server, { flyers: ['One', 'Two'], pages: ['Alpha', 'Beta'] });
  await erased.post(erased.pages[0], 'posted');
  await erased.post(erased.pages[1], 'claimed');
  await server.call(eraseAccount, { as: erased.as, body: { confirm: 'DELETE' } });
  await runJobs(server);
  expect(await query('SELECT 1 FROM users WHERE id = $1 AND erased_at IS NOT NULL', [erased.id])).toHaveLength(1);
  expect(await readBooks(db())).toEqual(NOTHING);
});

/** The ledger is append-only, so its trigger is off while a row is changed by hand. */
async function afterChange(change: string, isComplete = true) {
  const client = await server.context.pool.connect();
  try {
    await client.query('BEGIN; ALTER TABLE credit_transactions DISABLE TRIGGER credit_transactions_append_only');
    await client.query(change.replace(/:(\w+)/g, (_, id: keyof typeof ids) => `'${ids[id]}'`));
    return await readBooks(dbOn(client), { isComplete });
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const WRONG: [what: string, change: string, rule: string, row: keyof typeof ids | 'owner' | 'task'][] = [
  ['a balance', 'UPDATE users SET credits_balance = credits_balance + 1 WHERE id = :owner', 'balance', 'owner'],
  ['an amount of the ledger', 'UPDATE credit_transactions SET amount = -20 WHERE id = :used', 'balance', 'owner'],
  [
    'the posting of a charge',
    'UPDATE credit_transactions SET posting_id = :posting WHERE id = :unused',
    'charge',
    'unused',
  ],
  [
    'an unused day that is lost',
    'UPDATE pages SET unused_charge_id = NULL WHERE guid = :unusedPage',
    'charge',
    'unused',
  ],
  [
    'an unused day that was refunded',
    'UPDATE pages SET unused_charge_id = :refunded WHERE guid = :otherPage',
    'charge',
    'otherPage',
  ],
  [
    'a refund of another page',
    'UPDATE credit_transactions SET refund_of = :used WHERE id = :refund',
    'refund',
    'refund',
  ],
  ['a refund of no charge', 'UPDATE credit_transactions SET refund_of = NULL WHERE id = :refund', 'refund', 'refund'],
  [
    'a page that is charged twice',
    `WITH again AS (
       INSERT INTO credit_transactions (user_id, transaction_type, amount, balance_after, description, page_guid, posting_id, created_at)
       SELECT user_id, transaction_type, amount, balance_after, description, page_guid, posting_id, created_at - interval '23 hours'
       FROM credit_transactions WHERE id = :used)
     UPDATE users SET credits_balance = credits_balance - 10, credits_spent = credits_spent + 10 WHERE id = :owner`,
    'window',
    'page',
  ],
  ['a count of a task', 'UPDATE tasks SET pending_count = pending_count + 1 WHERE id = :task', 'count', 'task'],
];
test.each(WRONG)('%s, changed by hand, is named', async (_what, change, rule, row) => {
  Object.assign(ids, { owner: owner.id, task: owner.taskId });
  const { deviations } = await afterChange(change);
  expect(deviations).toContainEqual({
    rule,
    ids: expect.stringContaining((ids as Record<string, string>)[row] ?? '-'),
    expected: expect.stringMatching(/./),
    found: expect.stringMatching(/./),
  });
  // A changed refund is missing from what was spent, or from its charge.
  if (rule !== 'refund') expect(new Set(deviations.map((deviation) => deviation.rule))).toEqual(new Set([rule]));
});

test('the next check after a change says so at /admin and in the metrics, and so does the one after the correction', async () => {
  const seen = async () => ({
    stats: (await server.call(getStats, { as: admin.as })).json.books,
    metrics: await readQueueMetrics(db(), []),
  });
  await enqueueCompleteCheck(db(), []);
  await runJobs(server);
  expect(await seen()).toMatchObject({ stats: NOTHING, metrics: [{ books_deviations: 0 }] });
  const setBalance = (change: number) =>
    query('UPDATE users SET credits_balance = credits_balance + $2 WHERE id = $1', [owner.id, change]);
  const checkLater = async () => {
    await enqueueDueJobs(db(), ['check_books']);
    await query(`UPDATE scheduled_jobs SET enqueued_at = now() - interval '10 minutes' WHERE name = 'check_books'`);
    await enqueueDueJobs(db(), ['check_books']);
    await runJobs(server);
  };
  await setBalance(1);
  await checkLater();
  expect(await seen()).toMatchObject({
    stats: { deviations_count: 1, deviations: [{ rule: 'balance', ids: `user ${owner.id}` }] },
    metrics: [{ books_deviations: 1, books_age_seconds: expect.any(Number) }],
  });
  await setBalance(-1);
  await checkLater();
  expect(await seen()).toMatchObject({ stats: NOTHING, metrics: [{ books_deviations: 0 }] });
});
