import { useTestDatabase } from './testDatabase.ts';

const database = useTestDatabase();

test('each test file gets its own migrated database', async () => {
  const tables = await database.db.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['users', 'page_postings']));
  expect(await database.db.query('SELECT current_database() AS name')).toEqual([
    { name: new URL(database.url).pathname.slice(1) },
  ]);
});
