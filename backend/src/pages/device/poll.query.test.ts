import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { hashSecret } from '../../server/security/secrets.ts';
import { createDeviceCalls } from './extension.service.ts';
import { type Poll, pollDevices } from './poll.query.ts';

const database = useTestDatabase();
const db = () => database.db;

/** Pages of one owner. Their windows for counting polls do not end during a test. */
async function buildPages(count: number): Promise<BuiltPage[]> {
  const { id } = await buildUser(db(), { posting: true });
  const pages: BuiltPage[] = [];
  for (let n = 0; n < count; n++) pages.push(await buildPage(db(), id, { name: `Page ${n}` }));
  await db().query(`UPDATE pages SET poll_window_started_at = now() + interval '50 seconds' WHERE owner_id = $1`, [id]);
  return pages;
}
const pollOf = ({ deviceSecret }: BuiltPage, facts: Poll['facts'] = {}): Poll => ({
  secretHash: hashSecret(deviceSecret),
  facts,
  maxPolls: 1_000_000,
});
const countsOf = async (pages: readonly BuiltPage[]) => {
  const rows: { guid: string; polls_counted: number; home_count: number }[] = await db().query(
    'SELECT guid, polls_counted, home_count FROM pages WHERE guid = ANY ($1)',
    [pages.map(({ guid }) => guid)],
  );
  return pages.map(({ guid }) => rows.find((row) => row.guid === guid));
};
const homeOf = async (pages: readonly BuiltPage[]) => (await countsOf(pages)).map((row) => row?.home_count);
const counts = (home: number) => ({ counts: { home, notifications: 0, messages: 0 } });

test("each poll of a batch stores its own device's facts and is answered with its own page", async () => {
  const pages = await buildPages(3);
  const [{ owner_id }] = await db().query('SELECT owner_id FROM pages WHERE guid = $1', [pages[1]?.guid]);
  await buildQueuedAssistant(db(), owner_id, { pages: pages.slice(1, 2) });
  const unknown = { ...pollOf(pages[0] as BuiltPage), secretHash: hashSecret('nobody') };
  const [first, ...rest] = pages.map((page, n) => pollOf(page, counts(n + 1)));
  const rows = await pollDevices(db(), [first as Poll, unknown, ...rest]);
  expect(rows.map((row) => row?.page_guid)).toEqual([pages[0]?.guid, undefined, pages[1]?.guid, pages[2]?.guid]);
  expect(rows.map((row) => row?.wait_reason)).toEqual(['nothing', undefined, null, 'nothing']);
  expect(await homeOf(pages)).toEqual([1, 2, 3]);
});

test('a poll that Postgres refuses fails no other poll of its batch', async () => {
  const pages = await buildPages(3);
  const { poll } = createDeviceCalls(db());
  const refused = { health: 'bad' } as never;
  // The refused batch may hold its locks for a moment after its error: a poll is then answered as busy, and sent again.
  const pollUntilStored = async (sent: Poll) => {
    while ((await poll(sent))?.is_locked);
  };
  const outcomes = await Promise.allSettled(
    pages.map((page, n) => pollUntilStored(pollOf(page, n === 1 ? refused : counts(7)))),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await homeOf(pages)).toEqual([7, 0, 7]);
});

test('polls of one device are counted one after the other', async () => {
  const [page] = (await buildPages(1)) as [BuiltPage];
  const { poll } = createDeviceCalls(db());
  await Promise.all(Array.from({ length: 6 }, () => poll(pollOf(page))));
  expect((await countsOf([page]))[0]?.polls_counted).toBe(6);
});
