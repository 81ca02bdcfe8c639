import { randomBytes } from 'node:crypto';
import { USUAL_POST_SECONDS } from '@flyerdeck/contracts';
import fc from 'fast-check';
import { buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { STORIES_TIMEOUT_MS, tryStories } from '../../../test/tryStories.ts';
import type { Db } from '../../database/statement.ts';
import { hashSecret } from '../../server/security/secrets.ts';
import { claimPosting } from '../claim/claim.query.ts';
import { posted, submitting } from '../report/report.query.ts';
import { type ClockedConnections, openClockedConnections, setLimits } from './limitedPage.testing.ts';
import { limitsAroundClockChange } from './limitsOf.testing.ts';

const database = useTestDatabase();
const LEASE_SECONDS = 120;
const POST_MS = USUAL_POST_SECONDS * 1000;
const MINUTE_MS = 60_000;
const MAX_CLAIMS = 100;

const assistant = fc.record({
  flyers: fc.integer({ min: 1, max: 6 }),
  resetAfterPosts: fc.constantFrom<number[]>([], [], [2, 1]),
  rules: fc.record({
    start_delay_hours: fc.constantFrom(0, 0, 1, 3),
    delay_between_tasks_hours: fc.constantFrom(0, 0, 1, 24),
    duplication_time_hours: fc.constantFrom(0, 12, 24),
  }),
});
const story = fc.record({
  around: limitsAroundClockChange({ min: 1, max: 1 }),
  hasLimits: fc.boolean(),
  hasScheduler: fc.boolean(),
  assistants: fc.array(assistant, { minLength: 1, maxLength: 3 }),
  /** Posts before the plan, whether one more is in flight, and how long the page then waits or is paused. */
  posts: fc.nat(4),
  isPosting: fc.boolean(),
  idleMinutes: fc.constantFrom(0, 0, 20, 30 * 60),
  pausedMinutes: fc.constantFrom(0, 0, 0, 7, 200, 1440),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

async function play(db: Db, setClock: ClockedConnections['setClock'], given: Story): Promise<void> {
  let now = given.around.start.getTime();
  const advanceTo = async (at: number) => {
    now = at;
    await setClock(new Date(at));
  };
  await advanceTo(now);
  const owner = await buildUser(db, { posting: true });
  await db.query('UPDATE users SET credits_balance = 100000 WHERE id = $1', [owner.id]);
  const page = await buildPage(db, owner.id);
  const secretHash = hashSecret(page.deviceSecret);
  const [device]: { id: string }[] = await db.query('SELECT id FROM devices WHERE secret_hash = $1', [secretHash]);
  if (given.hasLimits && given.around.limits[0]) await setLimits(db, page.guid, given.around.limits[0]);
  await db.query('UPDATE pages SET has_scheduler = $2 WHERE guid = $1', [page.guid, given.hasScheduler]);
  for (const { flyers, ...more } of given.assistants) {
    await advanceTo(now + 1);
    const texts = Array.from({ length: flyers }, (_, n) => `Flyer ${n}`);
    await buildQueuedAssistant(db, owner.id, { pages: [page], flyers: texts, ...more });
  }

  /** Claims as soon as the page may. */
  const claim = async () => {
    const tokenHash = hashSecret(randomBytes(8).toString('hex'));
    for (let tries = 0; tries < MAX_CLAIMS; tries++) {
      const asked = { pageGuid: page.guid, deviceId: device?.id ?? '', tokenHash, leaseSeconds: LEASE_SECONDS };
      const { claimed, waitUntil } = await claimPosting(db, asked);
      if (claimed) return { id: claimed.id, at: now, tokenHash };
      if (!waitUntil) return null;
      await advanceTo(waitUntil.getTime());
    }
    throw new Error('A posting waits for ever.');
  };
  type Claim = NonNullable<Awaited<ReturnType<typeof claim>>>;
  const post = async ({ id, at, tokenHash }: Claim) => {
    await advanceTo(Math.max(now, at + POST_MS));
    const report = [secretHash, id, tokenHash] as const;
    // Otherwise the limits do not permit it any more.
    if ((await submitting(db, [...report, LEASE_SECONDS]))[0]?.moved) await posted(db, [...report, `post ${id}`, null]);
  };
  for (let n = 0; n < given.posts; n++) {
    const claimed = await claim();
    if (claimed) await post(claimed);
  }
  await advanceTo(now + given.idleMinutes * MINUTE_MS);
  const inFlight = given.isPosting && given.pausedMinutes === 0 ? await claim() : null;
  const pausedUntil = given.pausedMinutes === 0 ? null : new Date(now + given.pausedMinutes * MINUTE_MS);
  await db.query(
    `UPDATE pages SET last_polled_at = now(), refusal_kind = CASE WHEN $2::timestamptz IS NOT NULL THEN 'rate_limited' END,
       paused_until = $2 WHERE guid = $1`,
    [page.guid, pausedUntil],
  );

  const [planned]: { id: string | null; publish_at: Date; claim_at: Date }[] = await db.query(
    'SELECT n.* FROM pages g CROSS JOIN LATERAL plan_page(g) n WHERE g.guid = $1',
    [page.guid],
  );
  if (inFlight) await post(inFlight);
  const claimed = await claim();
  if (!planned || !claimed) {
    expect(planned).toBe(claimed ?? undefined);
    return;
  }
  // Its time is more than 7 days ahead.
  if (planned.id === null) return;
  const [{ publish_at }]: [{ publish_at: Date }] = (await db.query(
    'SELECT publish_at FROM page_postings WHERE id = $1',
    [claimed.id],
  )) as never;
  expect({ id: claimed.id, at: new Date(claimed.at), publish_at }).toEqual({
    id: planned.id,
    at: planned.claim_at,
    publish_at: planned.publish_at,
  });
}

test(
  'the first posting of the plan is the one that the page claims next, at the time of the plan',
  async () => {
    const { dbs, setClock, close } = await openClockedConnections(database.db, 1);
    try {
      await tryStories(story, (given) => play(dbs[0] as Db, setClock, given));
    } finally {
      await close();
    }
  },
  STORIES_TIMEOUT_MS,
);
