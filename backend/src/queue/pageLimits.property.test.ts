import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { dbOn } from '../../test/dbOn.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { hashSecret } from '../http/secrets.ts';
import { posted } from '../postings/report.query.ts';
import { claimPosting } from './claim.query.ts';
import { setLimits, useFakeClock, violations } from './limitedPage.testing.ts';
import { limitsOf, startTime } from './limitsOf.testing.ts';

const database = useTestDatabase({ poolSize: 24 });
const CONCURRENT = 20;
const MINUTE_MS = 60_000;
const MAX_STEPS = 400;

const story = fc.record({
  limits: limitsOf(),
  start: startTime,
  assistants: fc.array(
    fc.record({
      flyers: fc.integer({ min: 1, max: 4 }),
      start_delay_hours: fc.constantFrom(0, 0, 1, 7),
      delay_between_tasks_hours: fc.constantFrom(0, 0, 1, 3),
      duplication_time_hours: fc.constantFrom(0, 0, 5, 24),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  /** What a device does with its claims, in turn. */
  ends: fc.array(fc.constantFrom('posted', 'posted', 'posted', 'lost', 'unconfirmed', 'late'), {
    minLength: 3,
    maxLength: 6,
  }),
  /** How the clock moves when the page may post at a known time, and otherwise. */
  aroundMs: fc.constantFrom(-1, 0, 1),
  minutes: fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 3, maxLength: 6 }),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

let clients: PoolClient[] = [];
let setClock: (at: Date) => Promise<void>;
beforeAll(async () => {
  clients = await Promise.all(Array.from({ length: CONCURRENT }, () => database.pool.connect()));
  setClock = await useFakeClock(clients);
});
/** When the posts of a page are or will be live. */
async function liveTimes(client: PoolClient, pageGuid: string): Promise<Date[]> {
  const { rows } = await client.query(
    `SELECT coalesce(date_trunc('minute', scheduled_for), greatest(posted_at, publish_at)) AS at FROM page_postings
     WHERE page_guid = $1 AND publish_at IS NOT NULL AND (status IN ('posting', 'posted', 'completed') OR error_code = 'unconfirmed')`,
    [pageGuid],
  );
  return rows.map(({ at }) => at);
}

async function play({ limits, start, assistants, ends, aroundMs, minutes }: Story): Promise<void> {
  const { db } = database;
  const owner = await buildUser(db, { posting: true });
  await db.query('UPDATE users SET credits_balance = 100000 WHERE id = $1', [owner.id]);
  const page = await buildPage(db, owner.id);
  for (const { flyers, ...rules } of assistants) {
    await buildQueuedAssistant(db, owner.id, {
      pages: [page],
      flyers: Array.from({ length: flyers }, (_, n) => `Flyer ${n}`),
      rules,
    });
  }
  const [client] = clients;
  if (!client) throw new Error('no connection');
  await setLimits(client, page.guid, limits);
  let now = start.getTime();
  for (let step = 0; ; step++) {
    if (step === MAX_STEPS) throw new Error('A posting waits for ever.');
    const at = new Date(now);
    await setClock(at);
    const tokens = clients.map(() => randomBytes(8).toString('hex'));
    const outcomes = await Promise.all(
      clients.map((one, n) =>
        claimPosting(dbOn(one), { pageGuid: page.guid, tokenHash: hashSecret(tokens[n] ?? ''), leaseSeconds: 60 }),
      ),
    );
    const claimed = outcomes.flatMap((outcome, n) =>
      outcome.claimed ? [{ ...outcome.claimed, token: tokens[n] ?? '' }] : [],
    );
    expect(claimed.length).toBeLessThanOrEqual(1);
    expect(violations(await liveTimes(client, page.guid), limits)).toEqual([]);
    const [posting] = claimed;
    if (!posting) {
      const limitedUntil = outcomes.find(({ outcome }) => outcome === 'page_limit')?.limitedUntil;
      const { rows } = await client.query(
        `SELECT count(*)::int AS n FROM page_postings WHERE page_guid = $1 AND status IN ('pending', 'posting')`,
        [page.guid],
      );
      if (rows[0].n === 0) return;
      if (limitedUntil) {
        expect(limitedUntil.getTime()).toBeGreaterThan(now);
        // A posting that was refused at a time is not refused for less than is needed, nor for more.
        now = Math.max(now + 1, limitedUntil.getTime() + aroundMs);
      } else now += 61_000;
      continue;
    }
    const end = ends[step % ends.length];
    const pause = (minutes[step % minutes.length] ?? 1) * MINUTE_MS;
    if (end === 'lost' && posting.attempt < 2) now += 61_000;
    else if (end === 'unconfirmed') {
      await client.query('UPDATE in_flight SET submitting_at = now() WHERE posting_id = $1', [posting.id]);
      now += 61_000;
    } else {
      if (end === 'late') now += 45_000;
      await setClock(new Date(now));
      const report = [hashSecret(page.deviceSecret), posting.id, hashSecret(posting.token), 'post', null] as const;
      expect((await posted(dbOn(client), [...report]))[0]?.moved).toBe(true);
      if (end === 'late') now += pause;
    }
  }
}

test('whatever the limits, delays, zones and losses, no page posts more, closer or at other hours than they permit, and nothing waits for ever', async () => {
  try {
    await fc.assert(fc.asyncProperty(story, play), { numRuns: 40, endOnFailure: true });
  } finally {
    // Their clock stays changed.
    for (const client of clients) client.release(true);
  }
}, 300_000);
