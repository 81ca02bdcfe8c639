import { useTestDatabase } from '../../../test/testDatabase.ts';
import { IMPERSONAL_TABLES, PERSONAL_TABLES } from './personalTables.query.ts';

/**
 * A new table or column fails this test until it is decided what an export and an erasure do with it: describe it in
 * `personalTables.query.ts`, and add it to the canaries of `canaries.testing.ts` and to `.github/docs/privacy.md`.
 */
const database = useTestDatabase();
const names = async (found: string) =>
  (await database.pool.query<{ name: string }>(found)).rows.map(({ name }) => name).sort();
const described = [...new Set(PERSONAL_TABLES.map(({ table }) => table))];

test('every table is described, or has no personal data', async () => {
  const tables = await names(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  expect([...described, ...IMPERSONAL_TABLES].sort()).toEqual(tables);
});

test('no table that refers to data of a person is said to have none', async () => {
  const referring = await names(
    `SELECT DISTINCT conrelid::regclass::text AS name FROM pg_constraint WHERE contype = 'f' AND confrelid::regclass::text = ANY ('{${described.join()}}')`,
  );
  expect(referring.filter((table) => IMPERSONAL_TABLES.includes(table))).toEqual([]);
});

test('an erasure clears every column for a text in a row that stays, but for these', async () => {
  const staying = PERSONAL_TABLES.filter(({ erased }) => typeof erased === 'object');
  const cleared = staying.flatMap(({ table, erased }) =>
    Object.keys(erased ?? {}).map((column) => `${table}.${column}`),
  );
  const texts = await names(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND udt_name NOT IN ('uuid', 'bool', 'timestamptz', 'int2', 'int4', 'int8', 'numeric')
       AND table_name = ANY ('{${staying.map(({ table }) => table).join()}}')`,
  );
  expect(texts.filter((column) => !cleared.includes(column))).toEqual([
    'assistants.pause_reason',
    'audit_events.event',
    'credit_transactions.idempotency_key',
    'credit_transactions.transaction_type',
    'page_postings.report',
    'posting_transitions.from_status',
    'posting_transitions.to_status',
    'tasks.stored_status',
  ]);
});

test('no secret is exported', () => {
  expect(PERSONAL_TABLES.filter(({ exported = '' }) => /hash|secret|token|key/.test(exported))).toEqual([]);
});
