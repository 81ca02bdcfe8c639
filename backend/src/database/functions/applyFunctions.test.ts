import { structureOf } from '../../../test/structure/structureOf.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { migrate } from '../../dataSource.ts';

const database = useTestDatabase();
const change = (statements: string) => database.pool.query(statements);
/** As if another version had applied the function. */
const forgetHash = (name: string) => change(`COMMENT ON FUNCTION ${name} IS NULL`);

let migrated: string;
beforeAll(async () => {
  migrated = await structureOf(database.db);
});

test.each([
  [
    'another text',
    `CREATE OR REPLACE FUNCTION page_day_credits() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 11'`,
  ],
  [
    'another result',
    `DROP FUNCTION page_day_credits; CREATE FUNCTION page_day_credits() RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT 10'`,
  ],
  [
    'other arguments',
    `DROP FUNCTION page_day_credits; CREATE FUNCTION page_day_credits(page uuid) RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT 10'`,
  ],
])('a function that had %s is created again', async (_what, former) => {
  await change(former);
  await forgetHash('page_day_credits');
  expect(await structureOf(database.db)).not.toBe(migrated);
  await migrate(database.db);
  expect(await structureOf(database.db)).toBe(migrated);
});

test('functions and triggers that no file has are dropped', async () => {
  await change(`CREATE FUNCTION former() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER former AFTER INSERT ON presets FOR EACH ROW EXECUTE FUNCTION former()`);
  await migrate(database.db);
  expect(await structureOf(database.db)).toBe(migrated);
});
