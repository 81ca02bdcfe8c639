import { randomUUID } from 'node:crypto';
import { unlinkPages } from '../../test/asRoutes.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { inTransaction } from '../database/transaction.ts';
import { presentPage, presentPicker } from './page.presenter.ts';
import { listPagesOf } from './pages.query.ts';
import { normalizeTags, replaceTags } from './pages.service.ts';

const database = useTestDatabase();
const notFound = expect.objectContaining({ status: 404, code: 'page.not_found' });
const pagesOf = (ownerId: string) => listPagesOf(database.db, [ownerId]);
const pickerOf = async (ownerId: string) => presentPicker(await pagesOf(ownerId));
const change = (guid: string, assignments: string) =>
  database.db.query(`UPDATE pages SET ${assignments} WHERE guid = $1`, [guid]);

describe('the list of pages', () => {
  it("contains only the owner's linked pages, newest link first", async () => {
    const [owner, stranger] = [await buildUser(database.db), await buildUser(database.db)];
    const older = await buildPage(database.db, owner.id, { name: 'Older' });
    const newer = await buildPage(database.db, owner.id, { name: 'Newer' });
    const unlinked = await buildPage(database.db, owner.id, { name: 'Gone' });
    await change(older.guid, "linked_at = now() - interval '1 day'");
    await change(unlinked.guid, 'unlinked_at = now()');
    expect((await pagesOf(owner.id)).map(({ name }) => name)).toEqual(['Newer', 'Older']);
    expect((await pickerOf(owner.id)).pages.map(({ id }) => id)).toEqual([newer.guid, older.guid]);
    expect(await pagesOf(stranger.id)).toEqual([]);
  });

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

  it('is presented with the field names of the contract', async () => {
    const owner = await buildUser(database.db);
    const { guid } = await buildPage(database.db, owner.id, { name: 'Lily', tags: ['a'], paidHours: 2 });
    const [row] = await pagesOf(owner.id);
    expect(row && presentPage(row)).toEqual({
      guid,
      name: 'Lily',
      username: 'Lily',
      creator_id: expect.any(String),
      avatarThumbUrl: null,
      is_active: false,
      is_paid: true,
      paid_until: expect.stringMatching(/^\d{4}-.*Z$/),
      credits_charged: 0,
      tags: ['a'],
      notice: null,
      health: 'ok',
      extension_version: null,
      last_polled_at: null,
      linked_at: expect.stringMatching(/Z$/),
      time_zone: 'UTC',
      limits: null,
      limited_until: null,
      pause: null,
    });
  });
});

describe('the target picker', () => {
  it('shows a page by its name, or else its username or creator id, in alphabetical order', async () => {
    const owner = await buildUser(database.db);
    const [withName, withUsername, withCreatorId] = [
      await buildPage(database.db, owner.id, { name: 'zoe' }),
      await buildPage(database.db, owner.id),
      await buildPage(database.db, owner.id),
    ];
    await change(withUsername.guid, "name = '', username = 'Mia 10'");
    await change(withCreatorId.guid, "name = '', username = '', creator_id = 'mia 9'");
    expect((await pickerOf(owner.id)).pages).toEqual([
      { id: withCreatorId.guid, name: 'mia 9', avatarUrl: null },
      { id: withUsername.guid, name: 'Mia 10', avatarUrl: null },
      { id: withName.guid, name: 'zoe', avatarUrl: null },
    ]);
  });

  it('lists every tag once, ignoring case, in alphabetical order', async () => {
    const owner = await buildUser(database.db);
    await buildPage(database.db, owner.id, { name: 'A', tags: ['Summer', 'vip'] });
    await buildPage(database.db, owner.id, { name: 'B', tags: ['VIP', 'summer', 'Ärger'] });
    const unlinked = await buildPage(database.db, owner.id, { name: 'C', tags: ['unlinked'] });
    await change(unlinked.guid, 'unlinked_at = now()');
    expect((await pickerOf(owner.id)).tags).toEqual(['Ärger', 'Summer', 'vip']);
  });
});

describe('tags', () => {
  it('are trimmed, without blank and repeated tags, and otherwise unchanged', () => {
    expect(normalizeTags([' vip ', '', '  ', 'VIP', 'vip', 'New York, evening'])).toEqual([
      'vip',
      'VIP',
      'New York, evening',
    ]);
  });

  it('are replaced completely', async () => {
    const owner = await buildUser(database.db);
    const { guid } = await buildPage(database.db, owner.id, { tags: ['old'] });
    const page = await inTransaction(database.db, (db) =>
      replaceTags(db, { ownerId: owner.id, pageGuid: guid, tags: ['b', ' a '] }),
    );
    expect(page.tags).toEqual(['b', 'a']);
    expect((await pagesOf(owner.id))[0]?.tags).toEqual(['b', 'a']);
    const none = await inTransaction(database.db, (db) =>
      replaceTags(db, { ownerId: owner.id, pageGuid: guid, tags: [] }),
    );
    expect(none.tags).toEqual([]);
  });

  it("of a page that is unknown, unlinked or another user's cannot be changed", async () => {
    const [owner, stranger] = [await buildUser(database.db), await buildUser(database.db)];
    const { guid } = await buildPage(database.db, owner.id, { tags: ['mine'] });
    const attempt = (ownerId: string, pageGuid: string) =>
      inTransaction(database.db, (db) => replaceTags(db, { ownerId, pageGuid, tags: ['x'] }));
    await expect(attempt(stranger.id, guid)).rejects.toEqual(notFound);
    await expect(attempt(owner.id, randomUUID())).rejects.toEqual(notFound);
    await change(guid, 'unlinked_at = now()');
    await expect(attempt(owner.id, guid)).rejects.toEqual(notFound);
    expect(await database.db.query('SELECT tags FROM pages WHERE guid = $1', [guid])).toEqual([{ tags: ['mine'] }]);
  });
});

describe('unlinking a page', () => {
  it('hides the page, voids its device and fails its waiting postings, and no others', async () => {
    const owner = await buildUser(database.db);
    const [unlinkedPage, linkedPage] = [await buildPage(database.db, owner.id), await buildPage(database.db, owner.id)];
    await buildQueuedAssistant(database.db, owner.id, { flyers: ['1', '2'], pages: [unlinkedPage, linkedPage] });
    await unlinkPages(database.db, { ownerId: owner.id, pageGuids: [unlinkedPage.guid] });

    expect((await pagesOf(owner.id)).map(({ guid }) => guid)).toEqual([linkedPage.guid]);
    const devices = await database.db.query(
      'SELECT page_guid FROM devices WHERE page_guid = ANY ($1) AND voided_at IS NULL',
      [[unlinkedPage.guid, linkedPage.guid]],
    );
    expect(devices).toEqual([{ page_guid: linkedPage.guid }]);
    const postings = await database.db.query(
      'SELECT page_guid, status, error_message FROM page_postings WHERE owner_id = $1',
      [owner.id],
    );
    const failed = { page_guid: unlinkedPage.guid, status: 'failed', error_message: 'The page was unlinked.' };
    const waiting = { page_guid: linkedPage.guid, status: 'pending', error_message: null };
    expect(postings).toHaveLength(4);
    expect(postings).toEqual(expect.arrayContaining([failed, failed, waiting, waiting]));
  });

  it("answers 404 when repeated, and for another user's page", async () => {
    const [owner, stranger] = [await buildUser(database.db), await buildUser(database.db)];
    const { guid } = await buildPage(database.db, owner.id);
    await expect(unlinkPages(database.db, { ownerId: stranger.id, pageGuids: [guid] })).rejects.toEqual(notFound);
    const both = await Promise.allSettled(
      [1, 2].map(() => unlinkPages(database.db, { ownerId: owner.id, pageGuids: [guid] })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});
