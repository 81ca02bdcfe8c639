import { buildPage, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { listPagesOf, presentPicker } from './pages.query.ts';
import { normalizeTags } from './pages.service.ts';

const database = useTestDatabase();
const pagesOf = (ownerId: string) => listPagesOf(database.db, [ownerId]);
const pickerOf = async (ownerId: string) => presentPicker(await pagesOf(ownerId));
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
      { id: withCreatorId.guid, name: 'mia 9', avatarUrl: null, tags: [] },
      { id: withUsername.guid, name: 'Mia 10', avatarUrl: null, tags: [] },
      { id: withName.guid, name: 'zoe', avatarUrl: null, tags: [] },
    ]);
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
});
