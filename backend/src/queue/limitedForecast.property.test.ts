import { randomBytes } from 'node:crypto';
import { USUAL_POST_SECONDS } from '@flyerdeck/contracts';
import fc from 'fast-check';
import { type BuiltPage, buildAssistant, buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { STORIES_TIMEOUT_MS, tryStories } from '../../test/tryStories.ts';
import { addToQueue } from '../assistants/addToQueue.ts';
import { findAssistant } from '../assistants/assistants.service.ts';
import { forecast } from '../assistants/forecast.ts';
import { readCalendar } from '../calendar/calendar.service.ts';
import type { Db } from '../database/statement.ts';
import { hashSecret } from '../http/secrets.ts';
import { posted } from '../postings/report.query.ts';
import { claimPosting } from './claim.query.ts';
import {
  type ClockedConnections,
  type LimitColumns,
  openClockedConnections,
  setLimits,
} from './limitedPage.testing.ts';
import { limitsAroundClockChange } from './limitsOf.testing.ts';
import { createPlay, type Player } from './playPages.testing.ts';

const database = useTestDatabase();
/** Much longer than any story needs. */
const MOST_DAYS = 400;
const DAY_MS = 86_400_000;
const NO_LIMITS: LimitColumns = { maxPosts: null, gapMinutes: null, hours: null };

const rules = fc.record({
  start_delay_hours: fc.constantFrom(0, 0, 2, 7),
  delay_between_tasks_hours: fc.constantFrom(0, 0, 1, 3),
  duplication_time_hours: fc.constantFrom(0, 0, 5, 24),
});
/** Often a little less than a number of hours, because what is due within 5 minutes is posted at once. */
const minutes = fc.oneof(
  fc.integer({ min: 1, max: 600 }),
  fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat(6)).map(([hours, less]) => hours * 60 - less),
);
const story = fc.record({
  around: limitsAroundClockChange({ min: 1, max: 3 }),
  /** Whether a further page has no limits. */
  hasUnlimited: fc.boolean(),
  /** Whether the site of each page has a scheduler, and for how many minutes after the forecast the site has paused the page. */
  sites: fc.array(fc.record({ hasScheduler: fc.boolean(), pausedMinutes: fc.constantFrom(0, 0, 0, 7, 200, 1440) }), {
    minLength: 4,
    maxLength: 4,
  }),
  queued: fc.array(fc.record({ flyers: fc.integer({ min: 1, max: 3 }), rules }), { maxLength: 3 }),
  flyers: fc.integer({ min: 1, max: 4 }),
  rules,
  /** What happens before the forecast: time passes, and then each page posts at most this many postings. */
  before: fc.array(
    fc.record({
      minutes,
      posts: fc.oneof(fc.constant([0, 0, 0, 0]), fc.array(fc.nat(3), { minLength: 4, maxLength: 4 })),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  /** The first page has claimed a posting, and posts it right after the forecast. */
  isPosting: fc.boolean(),
  /** Pages that the new assistant leaves out. */
  leftOut: fc.nat(1),
  /** A poll between two permitted times, as a part of the time between them. */
  pollsAt: fc.double({ min: 0, max: 0.999, noNaN: true }),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

interface Scene extends Pick<ClockedConnections, 'setClock'> {
  readonly db: Db;
}

/** The page posts at most so many postings, which takes no time. */
async function postSome({ db }: Scene, page: BuiltPage, most: number): Promise<void> {
  for (let count = 0; count < most; count++) {
    const token = hashSecret(randomBytes(8).toString('hex'));
    const { claimed } = await claimPosting(db, { pageGuid: page.guid, tokenHash: token, leaseSeconds: 60 });
    if (!claimed) return;
    await posted(db, [hashSecret(page.deviceSecret), claimed.id, token, 'post', null]);
  }
}

const flyersOf = (count: number) => Array.from({ length: count }, (_, n) => `Flyer ${n}`);

/** Pages with an assistant that waits to be queued, and with others that have begun. Returns the time and a claim in flight. */
async function arrange(scene: Scene, given: Story) {
  const { db, setClock } = scene;
  const { limits: limited, start } = given.around;
  await setClock(start);
  const owner = await buildUser(db, { posting: true });
  await db.query('UPDATE users SET credits_balance = 100000 WHERE id = $1', [owner.id]);
  const pages: BuiltPage[] = [];
  for (const limits of [...limited, ...(given.hasUnlimited ? [NO_LIMITS] : [])]) {
    const page = await buildPage(db, owner.id);
    await setLimits(db, page.guid, limits);
    const hasScheduler = given.sites[pages.length]?.hasScheduler;
    await db.query('UPDATE pages SET has_scheduler = $2 WHERE guid = $1', [page.guid, hasScheduler]);
    pages.push(page);
  }
  for (const [n, { flyers, rules }] of given.queued.entries()) {
    // Assistants are not queued at the same moment.
    await setClock(new Date(start.getTime() + n));
    await buildQueuedAssistant(db, owner.id, { pages, flyers: flyersOf(flyers), rules });
  }
  let now = start;
  for (const { minutes, posts } of given.before) {
    now = new Date(now.getTime() + minutes * 60_000);
    await setClock(now);
    for (const [index, page] of pages.entries()) await postSome(scene, page, posts[index] ?? 0);
  }
  const players = pages.map(
    (page): Player => ({
      page,
      lengthMs: () => USUAL_POST_SECONDS * 1000,
      pauseMs: () => 0,
      pollsWhileWaiting: (from, until) =>
        [from + Math.floor((until - from) * given.pollsAt), until - 1].filter((at) => at > from),
    }),
  );
  const { wake, playUntil } = createPlay(scene);
  if (given.isPosting) {
    await wake(players.slice(0, 1), now.getTime());
    await playUntil(now.getTime() + 1);
  }
  for (const [index, { guid }] of pages.entries()) {
    const until = new Date(now.getTime() + (given.sites[index]?.pausedMinutes ?? 0) * 60_000);
    await db.query("UPDATE pages SET refusal_kind = 'rate_limited', paused_until = $2 WHERE guid = $1", [guid, until]);
  }
  const targets = pages.slice(Math.min(given.leftOut, pages.length - 1));
  const { id } = await buildAssistant(db, owner.id, {
    flyers: flyersOf(given.flyers),
    rules: { ...given.rules, target_pages: targets.map(({ guid }) => guid) },
  });
  const postAll = async () => {
    await wake(players, now.getTime());
    await playUntil(now.getTime() + MOST_DAYS * DAY_MS);
  };
  return { owner, pages, assistantId: id, now, postAll };
}

interface Happening {
  readonly id: string;
  readonly assistant_id: string;
  readonly at: Date;
}
const sorted = (rows: readonly { readonly id: string; readonly at: Date | string }[]) =>
  rows.map(({ id, at }) => `${id} ${new Date(at).toISOString()}`).sort();

async function play(scene: Scene, given: Story): Promise<void> {
  const { db, setClock } = scene;
  const { owner, pages, assistantId, now, postAll } = await arrange(scene, given);
  const expected = await forecast(db, await findAssistant(db, owner.id, assistantId));
  expect(expected.problem).toBeNull();
  await db.transaction((db) => addToQueue(db, owner.id, assistantId));
  const guids = pages.map(({ guid }) => guid);
  const [from, until] = [now, new Date(now.getTime() + 8 * DAY_MS)].map((at) => at.toISOString()) as [string, string];
  const planned = (await readCalendar(db, owner.id, { from, until, page_guids: guids })).pages
    .flatMap(({ postings }) => postings)
    .filter(({ status }) => status === 'pending');
  const pending: { id: string }[] = await db.query(
    `SELECT id FROM page_postings WHERE owner_id = $1 AND status = 'pending'`,
    [owner.id],
  );
  await postAll();
  const happened: Happening[] = await db.query(
    'SELECT id, assistant_id, coalesce(scheduled_for, posted_at) AS at FROM page_postings WHERE id = ANY ($1)',
    [pending.map(({ id }) => id)],
  );
  await setClock(now);
  expect(sorted(planned)).toEqual(sorted(happened.filter(({ at }) => at.getTime() < Date.parse(until))));
  const times = happened.flatMap((posting) => (posting.assistant_id === assistantId ? [posting.at.getTime()] : []));
  const late = [
    Math.min(...times) - Date.parse(expected.first_at ?? ''),
    Math.max(...times) - Date.parse(expected.last_at ?? ''),
  ];
  // The forecast does not plan the queues of pages without limits.
  const isWithoutLimits = (limits: LimitColumns) => Object.values(limits).every((limit) => limit === null);
  const hasUnlimited = given.hasUnlimited || given.around.limits.some(isWithoutLimits);
  const mostLate = hasUnlimited ? (pending.length + 1) * USUAL_POST_SECONDS * 1000 : 0;
  for (const ms of late) {
    expect(Math.abs(ms)).toBeLessThanOrEqual(mostLate);
  }
}

test(
  'the forecast and the calendar equal what then happens',
  async () => {
    const { dbs, clients, setClock, close } = await openClockedConnections(database.db, 1);
    try {
      // All posts take the same time.
      await clients[0]?.query(
        `CREATE FUNCTION fake_clock.default_post_spread() RETURNS interval LANGUAGE sql IMMUTABLE AS $$ SELECT interval '0' $$`,
      );
      const scene = { db: dbs[0] as Db, setClock };
      await tryStories(story, (given) => play(scene, given));
    } finally {
      await close();
    }
  },
  STORIES_TIMEOUT_MS,
);
