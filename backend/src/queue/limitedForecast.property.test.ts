import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { dbOn } from '../../test/dbOn.ts';
import { type BuiltPage, buildAssistant, buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { addToQueue, extentOf, planFlyers } from '../assistants/addToQueue.ts';
import { findAssistant } from '../assistants/assistants.service.ts';
import { planOf } from '../assistants/limitedForecast.ts';
import { hashSecret } from '../http/secrets.ts';
import { posted } from '../postings/report.query.ts';
import { claimPosting } from './claim.query.ts';
import { type LimitColumns, setLimits, useFakeClock } from './limitedPage.testing.ts';
import { limitsOf, startTime } from './limitsOf.testing.ts';

const database = useTestDatabase();
const STORIES = 200;
const NO_LIMITS: LimitColumns = { maxPosts: null, gapMinutes: null, hours: null };

const rules = fc.record({
  start_delay_hours: fc.constantFrom(0, 0, 2, 7),
  delay_between_tasks_hours: fc.constantFrom(0, 0, 1, 3),
  duplication_time_hours: fc.constantFrom(0, 0, 5, 24),
});
const story = fc.record({
  start: startTime,
  limits: fc.array(limitsOf(), { minLength: 1, maxLength: 3 }),
  /** Whether a further page has no limits. */
  hasUnlimited: fc.boolean(),
  queued: fc.array(fc.record({ flyers: fc.integer({ min: 1, max: 3 }), rules }), { maxLength: 2 }),
  flyers: fc.integer({ min: 1, max: 4 }),
  rules,
  /** The pages begin their work before the forecast, at most this many postings each. */
  postedBefore: fc.nat(2),
  /** Pages that the new assistant leaves out. */
  leftOut: fc.nat(1),
  minutesSince: fc.nat(600),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

interface Scene {
  readonly client: PoolClient;
  readonly setClock: (at: Date) => Promise<void>;
}

/** Claims and posts of a page until it has to wait or has nothing more. Returns when it may go on. */
async function postAll({ client }: Scene, page: BuiltPage, most = Number.POSITIVE_INFINITY): Promise<Date | null> {
  for (let count = 0; count < most; count++) {
    const token = randomBytes(8).toString('hex');
    const claim = { pageGuid: page.guid, tokenHash: hashSecret(token), leaseSeconds: 60 };
    const { claimed, limitedUntil } = await claimPosting(dbOn(client), claim);
    if (limitedUntil) return limitedUntil;
    if (!claimed) return null;
    await posted(dbOn(client), [hashSecret(page.deviceSecret), claimed.id, hashSecret(token), 'post', null]);
  }
  return null;
}

const isUnlimited = (limits: LimitColumns | undefined) => JSON.stringify(limits) === JSON.stringify(NO_LIMITS);
const flyersOf = (count: number) => Array.from({ length: count }, (_, n) => `Flyer ${n}`);

async function play(scene: Scene, given: Story): Promise<void> {
  const { client, setClock } = scene;
  const { db } = database;
  const owner = await buildUser(db, { posting: true });
  await db.query('UPDATE users SET credits_balance = 100000 WHERE id = $1', [owner.id]);
  const allLimits = [...given.limits, ...(given.hasUnlimited ? [NO_LIMITS] : [])];
  const pages: BuiltPage[] = [];
  for (const limits of allLimits) {
    const page = await buildPage(db, owner.id);
    await setLimits(client, page.guid, limits);
    pages.push(page);
  }
  for (const { flyers, rules } of given.queued) {
    await buildQueuedAssistant(db, owner.id, { pages, flyers: flyersOf(flyers), rules });
  }
  let now = given.start;
  await setClock(now);
  for (const page of pages) await postAll(scene, page, given.postedBefore);
  now = new Date(now.getTime() + given.minutesSince * 60_000);
  await setClock(now);

  const targets = pages.slice(Math.min(given.leftOut, pages.length - 1));
  const { id } = await buildAssistant(db, owner.id, {
    flyers: flyersOf(given.flyers),
    rules: { ...given.rules, target_pages: targets.map(({ guid }) => guid) },
  });
  const assistant = await findAssistant(db, owner.id, id);
  const extent = await extentOf(db, assistant);
  const startsNow = extent.pages > extent.limited_pages;
  const plan = await planOf(dbOn(client), assistant, planFlyers(assistant, extent), { startsNow, now });
  await db.transaction((manager) => addToQueue(manager, owner.id, id));

  await client.query('BEGIN');
  try {
    await client.query('SAVEPOINT queued');
    for (let steps = 0; ; steps++) {
      if (steps > 200) throw new Error('A posting waits for ever.');
      const waits: Date[] = [];
      for (const page of pages) {
        const until = await postAll(scene, page);
        if (until) waits.push(until);
      }
      const [next] = waits.sort((a, b) => a.getTime() - b.getTime());
      if (!next) break;
      await setClock(next);
    }
    const limitedPages = targets.filter((page) => !isUnlimited(allLimits[pages.indexOf(page)]));
    const guids = limitedPages.map(({ guid }) => guid);
    const { rows: happened } = await client.query<{ at: Date; id: string }>(
      `SELECT task_id || ' ' || page_guid || ' ' || is_duplicate AS id, publish_at AS at FROM page_postings
       WHERE assistant_id = $1 AND page_guid = ANY ($2) ORDER BY 1`,
      [id, guids],
    );
    const { rows: starts } = await client.query(
      'SELECT json_object_agg(id, started_at) AS starts FROM assistants WHERE owner_id = $1',
      [owner.id],
    );
    await client.query('ROLLBACK TO queued');
    await setClock(now);
    const { rows: planned } = await client.query<{ at: Date; id: string }>(
      `SELECT p.task_id || ' ' || g.guid || ' ' || p.is_duplicate AS id, p.publish_at AS at
       FROM unnest($2::uuid[]) g (guid) CROSS JOIN LATERAL planned_posts(g.guid, $3::jsonb, '[]') p
       WHERE p.assistant_id = $1 ORDER BY 1`,
      [id, guids, JSON.stringify(starts[0].starts)],
    );
    expect(planned).toEqual(happened);
    const times = happened.map(({ at }) => at.getTime());
    const expected = limitedPages.length > 0 ? [Math.min(...times), Math.max(...times)] : [undefined, undefined];
    expect([plan?.first_at.getTime(), plan?.last_at.getTime()]).toEqual(expected);
  } finally {
    await client.query('ROLLBACK');
  }
}

test(`the forecast of pages with limits equals what then happens, in ${STORIES} stories`, async () => {
  const client = await database.pool.connect();
  try {
    const scene = { client, setClock: await useFakeClock([client]) };
    await fc.assert(
      fc.asyncProperty(story, (given) => play(scene, given)),
      { numRuns: STORIES, endOnFailure: true },
    );
  } finally {
    // Its clock stays changed.
    client.release(true);
  }
}, 400_000);
