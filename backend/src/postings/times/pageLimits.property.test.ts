import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { STORIES_TIMEOUT_MS, tryStories } from '../../../test/tryStories.ts';
import { nextRunAt } from '../../assistants/repeats/nextRun.ts';
import { Repeat } from '../../assistants/repeats/repeat.entity.ts';
import { runRepeat } from '../../assistants/repeats/runRepeats.ts';
import type { Db } from '../../database/statement.ts';
import { hashSecret } from '../../server/security/secrets.ts';
import { claimPosting } from '../claim/claim.query.ts';
import { posted, submitting } from '../report/report.query.ts';
import {
  type ClockedConnections,
  type LimitColumns,
  openClockedConnections,
  setLimits,
  violations,
} from './limitedPage.testing.ts';
import { anyZone, limitsAroundClockChange } from './limitsOf.testing.ts';

const database = useTestDatabase({ poolSize: 24 });
const CONCURRENT = 20;
const MINUTE_MS = 60_000;
/** After this time a claim without a report is lost. */
const LOST_MS = 61_000;
/** How long a slow device needs before it presses the button. */
const LATE_MS = 20 * MINUTE_MS + 1;
const MAX_STEPS = 600;

const repeat = fc.record({
  localTime: fc.constantFrom('00:00', '01:30', '02:00', '02:30', '18:00'),
  timeZone: anyZone,
  maxRuns: fc.integer({ min: 1, max: 3 }),
  everyDays: fc.integer({ min: 1, max: 2 }),
});
const story = fc.record({
  around: limitsAroundClockChange({ min: 1, max: 1 }),
  assistants: fc.array(
    fc.record({
      flyers: fc.integer({ min: 1, max: 4 }),
      start_delay_hours: fc.constantFrom(0, 0, 1, 7),
      delay_between_tasks_hours: fc.constantFrom(0, 0, 1, 3),
      duplication_time_hours: fc.constantFrom(0, 0, 5, 24),
    }),
    { minLength: 1, maxLength: 2 },
  ),
  /** Of the first assistant. */
  repeat: fc.option(repeat, { freq: 2 }),
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

let connections: ClockedConnections;

/** When the posts of a page are or will be live. */
async function liveTimes(db: Db, pageGuid: string): Promise<Date[]> {
  const rows: { at: Date }[] = await db.query(
    `SELECT coalesce(date_trunc('minute', scheduled_for), greatest(posted_at, publish_at)) AS at FROM page_postings
     WHERE page_guid = $1 AND publish_at IS NOT NULL AND (status IN ('posting', 'posted', 'completed') OR error_code = 'unconfirmed')`,
    [pageGuid],
  );
  return rows.map(({ at }) => at);
}

/** All connections claim at the same moment. At most one gets a posting. */
async function claimConcurrently(pageGuid: string) {
  const outcomes = await Promise.all(
    connections.dbs.map(async (db) => {
      const token = randomBytes(8).toString('hex');
      return { token, ...(await claimPosting(db, { pageGuid, tokenHash: hashSecret(token), leaseSeconds: 60 })) };
    }),
  );
  const claims = outcomes.flatMap(({ claimed, token }) => (claimed ? [{ ...claimed, token }] : []));
  expect(claims.length).toBeLessThanOrEqual(1);
  return { claimed: claims[0], waitUntil: outcomes.find((one) => one.outcome === 'page_limit')?.waitUntil };
}

/** An owner with a page, assistants in its queue, and maybe a repeat of the first. */
async function arrange(db: Db, { around: { limits, start }, assistants, repeat }: Story) {
  const owner = await buildUser(db, { posting: true });
  await db.query('UPDATE users SET credits_balance = 100000 WHERE id = $1', [owner.id]);
  const page = await buildPage(db, owner.id);
  await setLimits(db, page.guid, limits[0] as LimitColumns);
  const ids: string[] = [];
  for (const { flyers, ...rules } of assistants) {
    const texts = Array.from({ length: flyers }, (_, n) => `Flyer ${n}`);
    ids.push((await buildQueuedAssistant(db, owner.id, { pages: [page], flyers: texts, rules })).id);
  }
  const [assistantId = ''] = ids;
  if (repeat) {
    const startsOn = start.toISOString().slice(0, 10);
    const schedule = { ...repeat, weekdays: [], startsOn, endsOn: null };
    await db.insert(Repeat, { ...schedule, assistantId, nextAt: nextRunAt(schedule, start) });
  }
  return { ownerId: owner.id, page, assistantId };
}

/** Two servers run the repeat at the same moment. Returns its next time. */
async function runRepeats(repeated: { readonly ownerId: string; readonly assistantId: string }): Promise<Date | null> {
  const runs = await Promise.all(
    connections.dbs.slice(0, 2).map((db) => db.transaction((db) => runRepeat(db, repeated))),
  );
  expect(runs.filter(Boolean).length).toBeLessThanOrEqual(1);
  const found = await connections.dbs[0]?.findOneBy(Repeat, { assistantId: repeated.assistantId });
  return found?.nextAt ?? null;
}

/** Whether a posting waits or is in flight. */
async function hasWork(db: Db, pageGuid: string): Promise<boolean> {
  const [row]: { n: number }[] = await db.query(
    `SELECT count(*)::int AS n FROM page_postings WHERE page_guid = $1 AND status IN ('pending', 'posting')`,
    [pageGuid],
  );
  return row?.n !== 0;
}

/** The device announces that it presses the button, which may be refused, and presses it. */
async function press(db: Db, page: BuiltPage, { id, token }: { id: string; token: string }): Promise<boolean> {
  const claim = [hashSecret(page.deviceSecret), id, hashSecret(token)] as const;
  const [announced] = await submitting(db, [...claim, 60]);
  if (!announced?.moved) return false;
  expect((await posted(db, [...claim, 'post', null]))[0]?.moved).toBe(true);
  return true;
}

async function play(given: Story): Promise<void> {
  const { limits: allLimits, start } = given.around;
  const limits = allLimits[0] as LimitColumns;
  const { ends, aroundMs, minutes } = given;
  const { setClock } = connections;
  const db = connections.dbs[0] as Db;
  await setClock(start);
  const { ownerId, assistantId, page } = await arrange(db, given);
  let now = start.getTime();
  for (let step = 0; ; step++) {
    if (step === MAX_STEPS) throw new Error('A posting waits for ever.');
    await setClock(new Date(now));
    const nextRun = await runRepeats({ ownerId, assistantId });
    const [known]: { reason: string | null; until: Date | null }[] = await db.query(
      `SELECT reason, until FROM pages g, page_wait(g, NULL, true)
       WHERE guid = $1 AND NOT EXISTS (SELECT FROM in_flight WHERE page_guid = guid)`,
      [page.guid],
    );
    const { claimed, waitUntil } = await claimConcurrently(page.guid);
    // What starts sleeping browsers agrees with the claim. A claim that is lost may count for the limits. Beside the one that got the posting,
    // another claim may have been told when the next one may go out.
    if (known && waitUntil && !claimed) expect(known.until).toEqual(waitUntil);
    if (known && claimed) expect(known.reason).toBeNull();
    expect(violations(await liveTimes(db, page.guid), limits)).toEqual([]);
    if (claimed) {
      const end = ends[step % ends.length];
      if (end === 'lost' && claimed.attempt < 2) now += LOST_MS;
      else if (end === 'unconfirmed') {
        await db.query('UPDATE in_flight SET submitting_at = now() WHERE posting_id = $1', [claimed.id]);
        now += LOST_MS;
      } else {
        if (end === 'late') {
          now += LATE_MS;
          // The device has sent heartbeats meanwhile.
          await db.query(
            `UPDATE in_flight SET lease_expires_at = $2::timestamptz + interval '1 minute' WHERE posting_id = $1`,
            [claimed.id, new Date(now)],
          );
        }
        await setClock(new Date(now));
        const isPosted = await press(db, page, claimed);
        // Else the limits do not permit it any more, and the claim is lost.
        if (!isPosted) now += LOST_MS;
        else if (end === 'late') now += (minutes[step % minutes.length] ?? 1) * MINUTE_MS;
      }
    } else if (waitUntil) {
      expect(waitUntil.getTime()).toBeGreaterThan(now);
      // A posting that was refused at a time is not refused for less than is needed, nor for more.
      now = Math.max(now + 1, Math.min(waitUntil.getTime(), nextRun?.getTime() ?? Infinity) + aroundMs);
    } else if (await hasWork(db, page.guid)) now += LOST_MS;
    else if (nextRun) now = Math.max(now + 1, nextRun.getTime());
    else return;
  }
}

test(
  'whatever the limits, delays, repeats, zones and losses, no page posts more, closer or at other hours than they permit, and nothing waits for ever',
  async () => {
    connections = await openClockedConnections(database.db, CONCURRENT);
    try {
      await tryStories(story, play);
    } finally {
      await connections.close();
    }
  },
  STORIES_TIMEOUT_MS,
);
