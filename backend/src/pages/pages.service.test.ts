import { randomUUID } from 'node:crypto';
import { type BuiltPage, buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { inTransaction } from '../database/transaction.ts';
import { hashSecret } from '../server/security/secrets.ts';
import { createDeviceCalls } from './device/extension.service.ts';
import { type Poll, pollDevices } from './device/poll.query.ts';
import { requestLink } from './devices.service.ts';
import { linkPage } from './linking/linking.service.ts';
import { listPagesOf } from './pages.query.ts';
import { changeTagsOf } from './pages.service.ts';

const database = useTestDatabase();
const pagesOf = (ownerId: string) => listPagesOf(database.db, [ownerId]);
const change = (guid: string, assignments: string) =>
  database.db.query(`UPDATE pages SET ${assignments} WHERE guid = $1`, [guid]);

describe('the list of pages', () => {
  it('shows a page as active for 3 minutes after its last poll, and as paid until paid_until', async () => {
    const owner = await buildUser(database.db);
    const { guid } = await buildPage(database.db, owner.id);
    const state = async () => {
      const [page] = await pagesOf(owner.id);
      return [page?.is_active, page?.is_paid];
    };
    expect(await state()).toEqual([false, false]);
    await change(
      guid,
      "last_polled_at = now() - interval '2 minutes 55 seconds', paid_until = now() + interval '5 seconds'",
    );
    expect(await state()).toEqual([true, true]);
    await change(
      guid,
      "last_polled_at = now() - interval '3 minutes 1 second', paid_until = now() - interval '1 second'",
    );
    expect(await state()).toEqual([false, false]);
  });
});

const db = () => database.db;

async function ownerOfPages(count: number) {
  const owner = await buildUser(db());
  const rows: { guid: string }[] = await db().query(
    `INSERT INTO pages (owner_id, creator_id, tags)
     SELECT $1, 'page-' || n, '{old}' FROM generate_series(1, $2::int) n RETURNING guid`,
    [owner.id, count],
  );
  return { ownerId: owner.id, pageGuids: rows.map(({ guid }) => guid) };
}

const countPages = async (ownerId: string, where: string): Promise<number> => {
  const [row] = await db().query(`SELECT count(*)::int AS n FROM pages WHERE owner_id = $1 AND ${where}`, [ownerId]);
  return row.n;
};

it('simultaneous tag changes of the same pages in different orders are all applied', async () => {
  const pages = await ownerOfPages(200);
  const backwards = { ...pages, pageGuids: pages.pageGuids.toReversed() };
  await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      inTransaction(db(), (db) => changeTagsOf(db, { ...(n % 2 ? pages : backwards), add: [`tag ${n}`], remove: [] })),
    ),
  );
  expect(await countPages(pages.ownerId, 'cardinality(tags) = 7')).toBe(200);
});

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

const aPage = (creatorId: string = randomUUID()) => ({
  creator_id: creatorId,
  name: 'Lily',
  username: 'lily',
  avatar_url: 'https://example.org/lily.jpg',
});
const ask = (page = aPage()) => requestLink(database.db, { page, extensionVersion: '1.2.3' });
const link = (ownerId: string, token: string, confirmReplace = false) =>
  inTransaction(database.db, (db) => linkPage(db, { ownerId, token, confirmReplace }));
const devicesOf = (pageGuid: string): Promise<{ id: string; voided: boolean }[]> =>
  database.db.query('SELECT id, voided_at IS NOT NULL AS voided FROM devices WHERE page_guid = $1 ORDER BY bound_at', [
    pageGuid,
  ]);

const used = expect.objectContaining({ status: 410, code: 'linking.used_token' });

describe('a link request', () => {
  it('returns a token for 15 minutes and a secret, of which only hashes are stored [S11.4-1]', async () => {
    const device = await ask();
    const minutes = (device.expiresAt.getTime() - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14.8);
    expect(minutes).toBeLessThan(15.2);
    const [row] = await database.db.query('SELECT * FROM devices WHERE id = $1', [device.deviceId]);
    expect(row).toMatchObject({
      secret_hash: hashSecret(device.deviceSecret),
      linking_token_hash: hashSecret(device.linkingToken),
      page_guid: null,
    });
    expect(JSON.stringify(row)).not.toContain(device.linkingToken);
  });
});

describe('linking a page', () => {
  it('succeeds for one of several users who use a token simultaneously', async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, () => buildUser(database.db)));
    const page = aPage();
    const device = await ask(page);
    const outcomes = await Promise.allSettled(owners.map(({ id }) => link(id, device.linkingToken)));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toEqual(Array(5).fill(used));
    const pages = await database.db.query('SELECT 1 FROM pages WHERE creator_id = $1', [page.creator_id]);
    expect(pages).toHaveLength(1);
  });

  it('again keeps guid, tags, paid_until and last charge, stores the new names and voids the older device', async () => {
    const owner = await buildUser(database.db);
    const page = aPage();
    const first = await ask(page);
    const { guid } = await link(owner.id, first.linkingToken);
    await database.db.query(
      `UPDATE pages SET tags = '{vip}', paid_until = now() + interval '5 hours', credits_charged = 10,
         unlinked_at = now(), linked_at = now() - interval '9 days', health = 'logged_out' WHERE guid = $1`,
      [guid],
    );
    await database.db.query('UPDATE devices SET voided_at = now() WHERE page_guid = $1', [guid]);
    const second = await ask({ ...page, name: 'Lily Rose', username: 'lilyrose', avatar_url: null as never });
    const relinked = await link(owner.id, second.linkingToken);
    expect(relinked).toMatchObject({
      guid,
      name: 'Lily Rose',
      username: 'lilyrose',
      avatarThumbUrl: null,
      tags: ['vip'],
      is_paid: true,
      credits_charged: 10,
      health: 'ok',
    });
    expect(Date.now() - Date.parse(relinked.linked_at)).toBeLessThan(60_000);
    const [row] = await database.db.query('SELECT unlinked_at FROM pages WHERE guid = $1', [guid]);
    expect(row.unlinked_at).toBeNull();
    expect(await devicesOf(guid)).toEqual([
      { id: first.deviceId, voided: true },
      { id: second.deviceId, voided: false },
    ]);
  });

  it('leaves exactly one valid device after simultaneous confirmed requests of several devices', async () => {
    const owner = await buildUser(database.db);
    const page = aPage();
    const devices = await Promise.all(Array.from({ length: 5 }, () => ask(page)));
    const linked = await Promise.all(devices.map(({ linkingToken }) => link(owner.id, linkingToken, true)));
    const guids = new Set(linked.map(({ guid }) => guid));
    expect(guids.size).toBe(1);
    const bound = await devicesOf([...guids][0] as string);
    expect(bound).toHaveLength(5);
    expect(bound.filter(({ voided }) => !voided)).toHaveLength(1);
  });

  it('links the first of several simultaneous unconfirmed devices and replaces none [S6.3-4]', async () => {
    const owner = await buildUser(database.db);
    const page = aPage();
    const devices = await Promise.all(Array.from({ length: 5 }, () => ask(page)));
    const outcomes = await Promise.allSettled(devices.map(({ linkingToken }) => link(owner.id, linkingToken)));
    const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refusals).toEqual(Array(4).fill(expect.objectContaining({ status: 409, code: 'linking.would_replace' })));
    const [linked] = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(await devicesOf(linked?.guid ?? '')).toMatchObject([{ voided: false }]);
  });
});
