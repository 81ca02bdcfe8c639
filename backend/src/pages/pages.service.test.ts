import { buildPage, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { listPagesOf } from './pages.query.ts';

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
