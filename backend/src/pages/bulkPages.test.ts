import { buildUser } from '../../test/factories.ts';
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
