import { PAGE_DAY_CREDITS, PAGE_DAY_HOURS, SCHEDULE_AHEAD_MINUTES } from '@flyerdeck/contracts';
import { dbOn } from '../../../test/dbOn.ts';
import { deviceOf } from '../../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { claimPosting } from '../claim/claim.query.ts';
import { sweepLeases } from '../end/sweeps.ts';

/*
 * Limits of time, exact to the millisecond. now() is constant within a transaction, so each test runs in one transaction and sets
 * times relative to now().
 */
const database = useTestDatabase();
const HOUR_MS = 3_600_000;
const AHEAD_MS = SCHEDULE_AHEAD_MINUTES * 60_000;

async function openTransaction(rules: Parameters<typeof buildQueuedAssistant>[2]['rules']) {
  const { db } = database;
  const { id: ownerId } = await buildUser(db, { posting: true });
  const page = await buildPage(db, ownerId);
  const { id: assistantId } = await buildQueuedAssistant(db, ownerId, { pages: [page], flyers: ['a', 'b'], rules });
  const client = await database.pool.connect();
  await client.query('BEGIN');
  /** Milliseconds from now() to the time that the SQL expression returns. */
  const msUntil = async (sql: string, from: string): Promise<number | null> => {
    const { rows } = await client.query(
      `SELECT (extract(epoch FROM ${sql} - now()) * 1000)::float8 AS ms FROM ${from}`,
    );
    return rows[0]?.ms ?? null;
  };
  return {
    client,
    on: dbOn(client),
    ownerId,
    page,
    msUntil,
    /** Sets a time to so many milliseconds after now(). */
    set: (what: string, ms: number, where: string) =>
      client.query(`UPDATE ${what} = now() + $1 * interval '1 millisecond' WHERE ${where}`, [ms]),
    started: (ms: number) =>
      client.query(`UPDATE assistants SET started_at = now() + $1 * interval '1 millisecond' WHERE id = $2`, [
        ms,
        assistantId,
      ]),
    change: (values: string, where: string) =>
      client.query(`UPDATE page_postings SET ${values} WHERE assistant_id = $1 AND ${where}`, [assistantId]),
    claim: async () =>
      (await claimPosting(dbOn(client), { pageGuid: page.guid, tokenHash: Buffer.from('token'), leaseSeconds: 60 }))
        .claimed,
    timesOf: async (id: string | undefined) => {
      const posting = `page_postings WHERE id = '${id}'`;
      return [await msUntil('publish_at', posting), await msUntil('scheduled_for', posting)];
    },
  };
}
type Transaction = Awaited<ReturnType<typeof openTransaction>>;

/** In milliseconds before, at and after the limit. */
const atEdge = (
  what: string,
  rules: Parameters<typeof openTransaction>[0],
  run: (transaction: Transaction, ms: number) => Promise<void>,
) =>
  test.each([-1, 0, 1])(`${what}: %i ms`, async (ms) => {
    const transaction = await openTransaction(rules);
    try {
      await run(transaction, ms);
    } finally {
      await transaction.client.query('ROLLBACK');
      transaction.client.release();
    }
  });

atEdge('a page is charged only when its paid day has ended', {}, async (given, ms) => {
  const { client, ownerId, page, claim, msUntil } = given;
  await given.set('pages SET paid_until', ms, `guid = '${page.guid}'`);
  expect(await claim()).not.toBeNull();
  const { rows } = await client.query('SELECT credits_balance FROM users WHERE id = $1', [ownerId]);
  expect(rows[0].credits_balance).toBe(ms > 0 ? 150 : 150 - PAGE_DAY_CREDITS);
  expect(await msUntil('paid_until', `pages WHERE guid = '${page.guid}'`)).toBe(ms > 0 ? ms : PAGE_DAY_HOURS * HOUR_MS);
});

atEdge('a post is scheduled when it is due in 5 minutes or more', { start_delay_hours: 3 }, async (given, ms) => {
  await given.started(-3 * HOUR_MS + AHEAD_MS + ms);
  const claimed = await given.claim();
  expect(await given.timesOf(claimed?.id)).toEqual([AHEAD_MS + ms, ms >= 0 ? AHEAD_MS + ms : null]);
});

atEdge('after a start delay a posting is due now, or at its end', { start_delay_hours: 3 }, async (given, ms) => {
  await given.started(-3 * HOUR_MS - ms);
  const claimed = await given.claim();
  expect((await given.timesOf(claimed?.id))[0]).toBe(Math.max(0, -ms));
});

atEdge(
  'the next post keeps its delay after the previous one and is scheduled when it is due in 5 minutes or more',
  { delay_between_tasks_hours: 2 },
  async (given, ms) => {
    await given.started(-9 * HOUR_MS);
    const first = await given.claim();
    await given.change(`status = 'posted'`, `id = '${first?.id}'`);
    await given.set('page_postings SET publish_at', -2 * HOUR_MS + AHEAD_MS + ms, `id = '${first?.id}'`);
    const second = await given.claim();
    expect(second?.id).not.toBe(first?.id);
    expect(await given.timesOf(second?.id)).toEqual([AHEAD_MS + ms, ms >= 0 ? AHEAD_MS + ms : null]);
  },
);

atEdge('a repeat is posted at its time and not earlier', { duplication_time_hours: 6 }, async (given, ms) => {
  await given.change(`status = 'failed'`, 'NOT is_duplicate');
  await given.started(-6 * HOUR_MS + ms);
  const claimed = await given.claim();
  expect((await given.timesOf(claimed?.id))[0]).toBe(Math.max(0, ms));
});

atEdge('a lease is kept until its end and swept from then on', {}, async (given, ms) => {
  const claimed = await deviceOf(database.db, given.page, { on: given.on }).claim();
  await given.set('in_flight SET lease_expires_at', ms, `posting_id = '${claimed.id}'`);
  expect(await sweepLeases(given.on)).toMatchObject({ requeued: ms > 0 ? 0 : 1 });
  expect((await given.claim())?.id ?? null).toBe(ms > 0 ? null : claimed.id);
});
