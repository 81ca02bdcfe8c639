import { unlinkPages } from '../../../test/asRoutes.ts';
import { buildAssistant, buildPage, buildUser } from '../../../test/factories.ts';
import { waitForLockWait } from '../../../test/locks.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { addToQueue } from './addToQueue.ts';

const database = useTestDatabase();
const db = () => database.db;
const add = (ownerId: string, id: string) => db().transaction((manager) => addToQueue(manager, ownerId, id));
const statusesOf = async (pageGuid: string): Promise<string[]> =>
  (await db().query('SELECT status FROM page_postings WHERE page_guid = $1', [pageGuid])).map(
    (row: { status: string }) => row.status,
  );

describe('adding to the queue', () => {
  it('creates one duplicate of each posting, delayed by duplication_time_hours', async () => {
    const owner = await buildUser(db());
    const page = await buildPage(db(), owner.id);
    const { id } = await buildAssistant(db(), owner.id, {
      flyers: ['a', 'b'],
      rules: {
        target_pages: [page.guid],
        start_delay_hours: 1,
        delay_between_tasks_hours: 2,
        duplication_time_hours: 12,
      },
    });
    expect(await add(owner.id, id)).toBe(4);
    const rows = await db().query(
      `SELECT d.delay_hours, d.is_duplicate, o.sequence_order = d.sequence_order AS fits FROM page_postings d
       LEFT JOIN page_postings o ON o.id = d.duplicate_of WHERE d.assistant_id = $1 ORDER BY d.sequence_order, d.is_duplicate`,
      [id],
    );
    expect(rows.map((row: { delay_hours: number }) => row.delay_hours)).toEqual([1, 13, 3, 15]);
    expect(rows.map((row: { fits: boolean | null }) => row.fits)).toEqual([null, true, null, true]);
  });

  it('happens once for simultaneous requests', async () => {
    const owner = await buildUser(db());
    const page = await buildPage(db(), owner.id);
    const { id } = await buildAssistant(db(), owner.id, { rules: { target_pages: [page.guid] } });
    const requests = await Promise.allSettled(Array.from({ length: 6 }, () => add(owner.id, id)));
    expect(requests.filter((request) => request.status === 'fulfilled')).toHaveLength(1);
    for (const request of requests) {
      if (request.status === 'rejected') {
        expect(request.reason).toMatchObject({
          status: 409,
          message: 'Only assistants in waiting state can be added to queue.',
        });
      }
    }
    const [row] = await db().query('SELECT count(*)::int AS n FROM page_postings WHERE assistant_id = $1', [id]);
    expect(row.n).toBe(1);
  });

  it('leaves no waiting postings on a page that is unlinked at the same time', async () => {
    const owner = await buildUser(db());
    const [unlinked, linked] = [await buildPage(db(), owner.id), await buildPage(db(), owner.id)];
    const targets = { target_pages: [unlinked.guid, linked.guid] };
    const first = await buildAssistant(db(), owner.id, { flyers: ['a'], rules: targets });
    let unlinking: Promise<unknown> = Promise.resolve();
    await db().transaction(async (manager) => {
      await addToQueue(manager, owner.id, first.id);
      unlinking = unlinkPages(db(), { ownerId: owner.id, pageGuids: [unlinked.guid] });
      await waitForLockWait(db());
    });
    await unlinking;
    expect(await statusesOf(unlinked.guid)).toEqual(['failed']);
    expect(await statusesOf(linked.guid)).toEqual(['pending']);
  });
});
