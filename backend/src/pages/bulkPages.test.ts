import { MAX_BULK_PAGES } from '@flyerdeck/contracts';
import { unlinkPages } from '../../test/asRoutes.ts';
import { countStatements } from '../../test/countStatements.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { inTransaction } from '../database/transaction.ts';
import { changeTagsOf } from './pages.service.ts';

const database = useTestDatabase();
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

it('changing the tags of 1 page and of 5,000 pages runs the same 7 statements', async () => {
  const [one, many] = [await ownerOfPages(1), await ownerOfPages(MAX_BULK_PAGES)];
  const change = { add: ['new'], remove: ['old'] };
  const fewStatements = await countStatements(db(), () =>
    inTransaction(db(), (db) => changeTagsOf(db, { ...one, ...change })),
  );
  const manyStatements = await countStatements(db(), () =>
    inTransaction(db(), (db) => changeTagsOf(db, { ...many, ...change })),
  );
  expect(await countPages(many.ownerId, `tags = '{new}'`)).toBe(MAX_BULK_PAGES);
  expect(manyStatements).toBe(fewStatements);
  // Begin, lock, lock the user, count the different tags, update, count again, commit.
  expect(manyStatements).toBe(7);
});

it('unlinking 1 page and 5,000 pages runs the same 8 statements', async () => {
  const [one, many] = [await ownerOfPages(1), await ownerOfPages(MAX_BULK_PAGES)];
  const pages = many.pageGuids.slice(0, 50).map((guid) => ({ guid, deviceSecret: '' }));
  await buildQueuedAssistant(db(), many.ownerId, { flyers: ['1', '2'], pages });
  const fewStatements = await countStatements(db(), () => unlinkPages(db(), one));
  const manyStatements = await countStatements(db(), () => unlinkPages(db(), many));
  expect(await countPages(many.ownerId, 'unlinked_at IS NOT NULL')).toBe(MAX_BULK_PAGES);
  const postings = await db().query(
    'SELECT status, count(*)::int AS n FROM page_postings WHERE owner_id = $1 GROUP BY status',
    [many.ownerId],
  );
  expect(postings).toEqual([{ status: 'failed', n: 100 }]);
  expect(manyStatements).toBe(fewStatements);
  // Begin, wait for running additions to the queue, lock, unlink, void the devices, enqueue the job, commit; cancel few.
  expect(manyStatements).toBe(8);
});

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

it('a tag that is both added and removed is kept', async () => {
  const owner = await buildUser(db());
  const { guid } = await buildPage(db(), owner.id, { tags: ['Kept', 'gone'] });
  const [page] = await inTransaction(db(), (db) =>
    changeTagsOf(db, {
      ownerId: owner.id,
      pageGuids: [guid],
      add: ['kept'],
      remove: ['KEPT', 'gone'],
    }),
  );
  expect(page?.tags).toEqual(['Kept']);
});
