import { CALENDAR_PAGES, listCalendar, NEXT_POSTS_SHOWN, unlinkPage, updateTags } from '@flyerdeck/contracts';
import { deviceOf } from '../deviceCalls.ts';
import { type BuiltPage, buildPage, buildQueuedAssistant } from '../factories.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUp } from './people.testing.ts';
import { goOnline, signUpPosting } from './postingOwner.testing.ts';

const server = useTestServer();

const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
const week = () => ({ from: inHours(-24), until: inHours(6 * 24) });
const badRange = { from: '2026-11-30T00:00:00Z', until: '2026-11-23T00:00:00Z' };

type Query = { assistant_id?: string; tag?: string; search?: string; page?: number; from?: string; until?: string };
const read = (person: Person, query: Query = {}) =>
  server.call(listCalendar, { as: person.as, query: { ...week(), ...query } });
const guidsOf = async (person: Person, query: Query = {}) =>
  (await read(person, query)).json.pages.map(({ page_guid }) => page_guid);
/** What is shown of these pages. */
const calendarOf = async (person: Person, pages: readonly BuiltPage[], query: Query = {}) => {
  const shown = (await read(person, query)).json.pages;
  return pages.flatMap(({ guid }) => shown.find(({ page_guid }) => page_guid === guid) ?? []);
};

test('lists the linked pages with postings by name, those of one assistant, of a tag or with a text in their name', async () => {
  const owner = await signUpPosting(server, { pages: ['Luna', 'ada'] });
  const [luna, ada] = owner.pages as [BuiltPage, BuiltPage];
  const idle = await buildPage(server.context.db, owner.id, { name: 'Idle' });
  const other = await signUpPosting(server, { pages: ['Foreign'] });
  const { id: assistant_id } = await buildQueuedAssistant(server.context.db, owner.id, { pages: [luna] });
  await server.call(updateTags, { as: owner.as, params: { guid: ada.guid }, body: { tags: ['VIP'] } });
  expect(await guidsOf(owner)).toEqual([ada.guid, luna.guid]);
  expect(await guidsOf(owner)).not.toContain(idle.guid);
  expect(await guidsOf(owner, { assistant_id })).toEqual([luna.guid]);
  expect(await guidsOf(owner, { assistant_id: other.assistantId })).toEqual([]);
  expect(await guidsOf(owner, { tag: 'vip' })).toEqual([ada.guid]);
  expect(await guidsOf(owner, { search: ' LUN' })).toEqual([luna.guid]);
  await server.call(unlinkPage, { as: owner.as, params: { guid: luna.guid } });
  expect(await guidsOf(owner)).toEqual([ada.guid]);
});

test('answers the pages in parts', async () => {
  const names = Array.from({ length: CALENDAR_PAGES + 2 }, (_, n) => `Page ${String(n).padStart(2, '0')}`);
  const owner = await signUpPosting(server, { pages: names });
  const parts = await Promise.all([1, 2].map(async (page) => (await read(owner, { page })).json));
  expect(parts.map(({ pages, total_pages }) => [pages.length, total_pages])).toEqual([
    [CALENDAR_PAGES, CALENDAR_PAGES + 2],
    [2, CALENDAR_PAGES + 2],
  ]);
  expect(parts.flatMap(({ pages }) => pages).map(({ page_guid }) => page_guid)).toEqual(
    owner.pages.map(({ guid }) => guid),
  );
});

describeCall(server, listCalendar, ({ succeeds, refuses }) => {
  succeeds('answers what is planned and what was posted, by time, with its flyers', async () => {
    const owner = await signUpPosting(server, { flyers: ['One', 'Two'], pages: ['Luna'] });
    const [luna] = owner.pages as [BuiltPage];
    await owner.post(luna, 'completed');
    await goOnline(server, owner);
    const answer = await read(owner);
    expect(answer.json.pages).toMatchObject([
      {
        page_guid: luna.guid,
        left_out: 0,
        after: null,
        is_waiting: false,
        postings: [{ status: 'completed' }, { status: 'pending', task_id: owner.taskIds[1] }],
      },
    ]);
    expect(answer.json.tasks.map(({ description }) => description).sort()).toEqual(['One', 'Two']);
  });
  refuses('when the end is before the beginning', 'calendar.range', async () => {
    const person = await signUp(server);
    return () => read(person, badRange);
  });
  refuses('for more than 8 days', 'calendar.range', async () => {
    const owner = await signUpPosting(server);
    return () => read(owner, { from: inHours(0), until: inHours(9 * 24) });
  });
});

test.each([
  ['without limits', null, null],
  ['with limits', 3, 150],
])('on a page %s each posting is then scheduled exactly for its planned time', async (_, maxPosts, gapMinutes) => {
  const { db } = server.context;
  const owner = await signUpPosting(server, { pages: ['Empty'] });
  const page = await buildPage(db, owner.id, { name: 'Luna' });
  await db.query('UPDATE pages SET max_posts_in_24_hours = $2, min_gap_minutes = $3 WHERE guid = $1', [
    page.guid,
    maxPosts,
    gapMinutes,
  ]);
  const rules = { start_delay_hours: 1, delay_between_tasks_hours: 2, duplication_time_hours: 24 };
  await buildQueuedAssistant(db, owner.id, { pages: [page], flyers: ['One', 'Two', 'Three'], rules });
  const timesOf = async () =>
    (await calendarOf(owner, [page]))[0]?.postings.map(({ id, at }) => [id, at] as const) ?? [];
  const device = deviceOf(db, page);
  // The assistant starts with the first claim, and its delays count from then.
  await device.posted(await device.claim());
  await goOnline(server, owner);
  const planned = await timesOf();
  expect(planned).toHaveLength(6);
  for (let posting = 1; posting < planned.length; posting++) await device.posted(await device.claim());
  expect(await timesOf()).toEqual(planned);
});

test('what is due within 5 minutes is planned for now, and the next one of its run counts from when it was due', async () => {
  const { db } = server.context;
  const owner = await signUpPosting(server, { pages: ['Empty'] });
  const page = await buildPage(db, owner.id, { name: 'Luna' });
  const rules = { delay_between_tasks_hours: 2 };
  const { id } = await buildQueuedAssistant(db, owner.id, { pages: [page], flyers: ['One', 'Two', 'Three'], rules });
  const device = deviceOf(db, page);
  const first = await device.claim();
  await device.posted(first);
  // The first posting was late.
  await db.query(`UPDATE assistants SET started_at = now() - interval '9 hours' WHERE id = $1`, [id]);
  await db.query(
    `UPDATE page_postings SET (publish_at, posted_at) = (at, at) FROM (SELECT now() - interval '1:57' AS at) t WHERE id = $1`,
    [first.id],
  );
  await goOnline(server, owner);
  const lastAt = async () => (await calendarOf(owner, [page]))[0]?.postings.at(-1)?.at;
  const planned = await lastAt();
  const second = await device.claim();
  expect(second.scheduled_for).toBeNull();
  await device.posted(second);
  expect((await device.claim()).scheduled_for?.toISOString()).toBe(planned);
});

test('the range contains its first moment and not its end', async () => {
  const owner = await signUpPosting(server);
  const id = await owner.post(owner.pages[0], 'completed');
  const at = '2026-03-29T01:00:00.000Z';
  await server.context.pool.query('UPDATE page_postings SET posted_at = $2, scheduled_for = NULL WHERE id = $1', [
    id,
    at,
  ]);
  const within = async (from: string, until: string) =>
    (await calendarOf(owner, owner.pages, { from, until }))[0]?.postings.length;
  expect(await within(at, '2026-03-30T00:00:00Z')).toBe(1);
  expect((await within('2026-03-28T00:00:00Z', at)) ?? 0).toBe(0);
});

test('what has failed is in the calendar at the time of its failure, until its flyer is archived', async () => {
  const owner = await signUpPosting(server, { pages: ['Luna'] });
  const [luna] = owner.pages as [BuiltPage];
  const id = await owner.post(luna, 'failed');
  const { rows } = await server.context.pool.query('SELECT status_since FROM page_postings WHERE id = $1', [id]);
  const failedAt = rows[0].status_since.toISOString();
  expect(await guidsOf(owner)).toEqual([luna.guid]);
  expect((await calendarOf(owner, [luna]))[0]?.postings).toMatchObject([{ id, status: 'failed', at: failedAt }]);
  const before = { from: inHours(-48), until: inHours(-24) };
  expect((await calendarOf(owner, [luna], before))[0]?.postings ?? []).toEqual([]);
  await server.context.pool.query('UPDATE tasks SET archived_at = now() WHERE owner_id = $1', [owner.id]);
  expect(await guidsOf(owner)).toEqual([]);
});

test('answers what goes out within an hour over all pages, by time, with its flyers', async () => {
  const { db } = server.context;
  const owner = await signUpPosting(server, { flyers: ['Now'], pages: ['Luna', 'Mila'] });
  const [luna, mila] = owner.pages as [BuiltPage, BuiltPage];
  const claimed = await owner.post(luna, 'claimed');
  // Later than an hour from now.
  const rules = { start_delay_hours: 2 };
  await buildQueuedAssistant(db, owner.id, { pages: [mila], flyers: ['Later'], rules });
  await signUpPosting(server, { pages: ['Foreign'] });
  await goOnline(server, owner);
  const { next, next_left_out, tasks } = (await read(owner)).json;
  expect(next.map(({ page_guid, status }) => [page_guid, status]).sort()).toEqual(
    [
      [luna.guid, 'posting'],
      [mila.guid, 'pending'],
    ].sort(),
  );
  expect(next.some(({ id }) => id === claimed)).toBe(true);
  expect(next_left_out).toBe(0);
  expect(tasks).toContainEqual(expect.objectContaining({ id: owner.taskId, description: 'Now' }));
});

test('the next posts that do not fit into the answer are counted', async () => {
  const pages = Array.from({ length: NEXT_POSTS_SHOWN + 2 }, (_, n) => `Page ${n}`);
  const owner = await signUpPosting(server, { pages });
  await goOnline(server, owner);
  const { next, next_left_out } = (await read(owner)).json;
  expect([next.length, next_left_out]).toEqual([NEXT_POSTS_SHOWN, 2]);
  const away = owner.pages.slice(0, 3).map(({ guid }) => guid);
  await server.context.pool.query(`UPDATE pages SET last_polled_at = now() - interval '1 hour' WHERE guid = ANY ($1)`, [
    away,
  ]);
  const { json } = await read(owner);
  expect([json.next_left_out, json.next_waiting]).toEqual([2, 3]);
});

test('a plan has 20 postings of a page within 7 days, and says after which time further ones go out', async () => {
  const { db } = server.context;
  const owner = await signUpPosting(server, { pages: ['Many', 'Long'], flyers: Array(22).fill('One') });
  const [many, long] = owner.pages as [BuiltPage, BuiltPage];
  await goOnline(server, owner);
  await db.query('UPDATE pages SET min_gap_minutes = 25 * 60 WHERE guid = $1', [long.guid]);
  const pages = await calendarOf(owner, [many, long], { from: inHours(-1), until: inHours(7 * 24) });
  expect(pages.map(({ postings }) => postings.length)).toEqual([20, 7]);
  expect(pages.map(({ after, postings }) => after === postings.at(-1)?.at)).toEqual([true, true]);
});

test('a page that is offline, or whose device cannot post, has no planned times, and its next post comes last', async () => {
  const owner = await signUpPosting(server, { pages: ['Logged out', 'Offline', 'Online'], flyers: ['One', 'Two'] });
  const [loggedOut, offline, online] = owner.pages as [BuiltPage, BuiltPage, BuiltPage];
  await goOnline(server, owner);
  await server.context.pool.query(`UPDATE pages SET health = 'logged_out' WHERE guid = $1`, [loggedOut.guid]);
  await server.context.pool.query('UPDATE pages SET last_polled_at = NULL WHERE guid = $1', [offline.guid]);
  const { next } = (await read(owner)).json;
  expect(next.map(({ page_guid, at }) => [page_guid, at === null])).toEqual([
    [online.guid, false],
    [online.guid, false],
    ...[loggedOut.guid, offline.guid].sort().map((guid) => [guid, true]),
  ]);
  const pages = await calendarOf(owner, owner.pages);
  expect(pages.map(({ postings, is_waiting }) => [postings.length, is_waiting])).toEqual([
    [0, true],
    [0, true],
    [2, false],
  ]);
});
