import { PAGE_DAY_CREDITS, PAGE_DAY_HOURS, SCHEDULE_AHEAD_MINUTES } from '@flyerdeck/contracts';
import type { PoolClient } from 'pg';
import { dbOn } from '../../../test/dbOn.ts';
import { deviceOf } from '../../../test/deviceCalls.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { poolOf } from '../../database/pool.ts';
import { claimPosting } from '../claim/claim.query.ts';
import { sweepLeases } from '../end/sweeps.ts';

/*
 * Limits of time, exact to the millisecond. now() is constant within a transaction, so each test runs in one transaction and sets
 * times relative to now().
 */
const database = useTestDatabase();
const HOUR_MS = 3_600_000;
const AHEAD_MS = SCHEDULE_AHEAD_MINUTES * 60_000;

interface Scenario {
  readonly on: PoolClient;
  readonly ownerId: string;
  readonly assistantId: string;
  readonly page: BuiltPage;
  /** Milliseconds from now() to the time that the SQL expression returns. */
  msUntil(sql: string, from: string): Promise<number | null>;
  claim(): ReturnType<typeof claimPosting>;
}

async function inOneTransaction(
  rules: Parameters<typeof buildQueuedAssistant>[2]['rules'],
  run: (scenario: Scenario) => Promise<void>,
) {
  const { db } = database;
  const { id: ownerId } = await buildUser(db, { posting: true });
  const page = await buildPage(db, ownerId);
  const { id: assistantId } = await buildQueuedAssistant(db, ownerId, {
    pages: [page],
    flyers: ['a', 'b'],
    rules,
  });
  const on = await poolOf(db).connect();
  try {
    await on.query('BEGIN');
    await run({
      on,
      ownerId,
      assistantId,
      page,
      async msUntil(sql, from) {
        const { rows } = await on.query(
          `SELECT (extract(epoch FROM ${sql} - now()) * 1000)::float8 AS ms FROM ${from}`,
        );
        return rows[0]?.ms ?? null;
      },
      claim: () => claimPosting(dbOn(on), { pageGuid: page.guid, tokenHash: Buffer.from('token'), leaseSeconds: 60 }),
    });
  } finally {
    await on.query('ROLLBACK');
    on.release();
  }
}

const MILLISECONDS = [[-1], [0], [1]];

test.each(MILLISECONDS)('a page whose paid day ends in %i ms is charged only when the day has ended', async (ms) => {
  await inOneTransaction({}, async ({ on, ownerId, page, claim, msUntil }) => {
    await on.query(`UPDATE pages SET paid_until = now() + $2 * interval '1 millisecond' WHERE guid = $1`, [
      page.guid,
      ms,
    ]);
    expect((await claim()).claimed).not.toBeNull();
    const { rows } = await on.query('SELECT credits_balance FROM users WHERE id = $1', [ownerId]);
    expect(rows[0].credits_balance).toBe(ms > 0 ? 150 : 150 - PAGE_DAY_CREDITS);
    expect(await msUntil('paid_until', `pages WHERE guid = '${page.guid}'`)).toBe(
      ms > 0 ? ms : PAGE_DAY_HOURS * HOUR_MS,
    );
  });
});

test.each(MILLISECONDS)(
  'a post due in 5 minutes and %i ms is scheduled when it is due in 5 minutes or more',
  async (ms) => {
    await inOneTransaction({ start_delay_hours: 3 }, async ({ on, assistantId, claim, msUntil }) => {
      await on.query(
        `UPDATE assistants SET started_at = now() - interval '3 hours' + $2 * interval '1 millisecond' WHERE id = $1`,
        [assistantId, AHEAD_MS + ms],
      );
      const { claimed } = await claim();
      const posting = `page_postings WHERE id = '${claimed?.id}'`;
      expect(await msUntil('publish_at', posting)).toBe(AHEAD_MS + ms);
      expect(await msUntil('scheduled_for', posting)).toBe(ms >= 0 ? AHEAD_MS + ms : null);
    });
  },
);

test.each(MILLISECONDS)(
  'after a start delay that ended %i ms ago the posting is due now, or at the end of the delay',
  async (ms) => {
    await inOneTransaction({ start_delay_hours: 3 }, async ({ on, assistantId, claim, msUntil }) => {
      await on.query(
        `UPDATE assistants SET started_at = now() - interval '3 hours' - $2 * interval '1 millisecond' WHERE id = $1`,
        [assistantId, ms],
      );
      const { claimed } = await claim();
      expect(await msUntil('publish_at', `page_postings WHERE id = '${claimed?.id}'`)).toBe(Math.max(0, -ms));
    });
  },
);

test.each(MILLISECONDS)(
  'the next post keeps its delay after the previous one and is scheduled when it is due in 5 minutes (%i ms) or more',
  async (ms) => {
    await inOneTransaction({ delay_between_tasks_hours: 2 }, async ({ on, assistantId, page, claim, msUntil }) => {
      await on.query(`UPDATE assistants SET started_at = now() - interval '9 hours' WHERE id = $1`, [assistantId]);
      const first = (await claim()).claimed;
      await on.query(
        `UPDATE page_postings SET status = 'posted',
         publish_at = now() - interval '2 hours' + $2 * interval '1 millisecond' WHERE id = $1`,
        [first?.id, AHEAD_MS + ms],
      );
      const second = (await claim()).claimed;
      expect(second?.id).not.toBe(first?.id);
      const posting = `page_postings WHERE id = '${second?.id}' AND page_guid = '${page.guid}'`;
      expect(await msUntil('publish_at', posting)).toBe(AHEAD_MS + ms);
      expect(await msUntil('scheduled_for', posting)).toBe(ms >= 0 ? AHEAD_MS + ms : null);
    });
  },
);

test.each(MILLISECONDS)('a repeat that is due in %i ms is posted at that time and not earlier', async (ms) => {
  await inOneTransaction({ duplication_time_hours: 6 }, async ({ on, assistantId, claim, msUntil }) => {
    await on.query(`UPDATE page_postings SET status = 'failed' WHERE assistant_id = $1 AND NOT is_duplicate`, [
      assistantId,
    ]);
    await on.query(
      `UPDATE assistants SET started_at = now() - interval '6 hours' + $2 * interval '1 millisecond' WHERE id = $1`,
      [assistantId, ms],
    );
    const { claimed } = await claim();
    expect(await msUntil('publish_at', `page_postings WHERE id = '${claimed?.id}' AND is_duplicate`)).toBe(
      Math.max(0, ms),
    );
  });
});

test.each(MILLISECONDS)('a lease that ends in %i ms is kept until its end and swept from then on', async (ms) => {
  await inOneTransaction({}, async ({ on, page, claim }) => {
    const device = deviceOf(database.db, page, { on: dbOn(on) });
    const claimed = await device.claim();
    await on.query(
      `UPDATE in_flight SET lease_expires_at = now() + $2 * interval '1 millisecond' WHERE posting_id = $1`,
      [claimed.id, ms],
    );
    expect(await sweepLeases(dbOn(on))).toMatchObject({ requeued: ms > 0 ? 0 : 1 });
    expect((await claim()).claimed?.id ?? null).toBe(ms > 0 ? null : claimed.id);
  });
});
