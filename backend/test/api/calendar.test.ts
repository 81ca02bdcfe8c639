import { listCalendar, unlinkPage, updateTags } from '@flyerdeck/contracts';
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
