import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { pino } from 'pino';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { until } from '../../test/eventually.ts';
import { structureOf } from '../../test/structure/structureOf.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { closeDatabase, migrate, openDatabase } from '../dataSource.ts';
import { DEVICE_POOL, POOL } from '../startProduct.ts';
import { createHints, type Hint, listenForHints } from './hints.ts';
import { ALONE, microBatch } from './microBatch.ts';
import { poolOf } from './pool.ts';
import { checkMigrated, checkPostgresVersion, ownSchema } from './schema.ts';
import { statementWithIsoTimes } from './statement.ts';

const database = useTestDatabase();

test('the process continues when connections in use break, the first one of the pool included', async () => {
  const pool = poolOf(database.db);
  const first = await pool.connect();
  const second = await pool.connect();
  const broken = [first, second].map((client) => new Promise((resolve) => client.once('end', () => resolve('broken'))));
  const { rows } = await first.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await second.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await second.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
  expect(await Promise.all(broken)).toEqual(['broken', 'broken']);
  first.release(true);
  second.release(true);
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
});

test.each([
  ['people', POOL, '5s'],
  ['devices', DEVICE_POOL, '3s'],
])('calls of %s have a lock timeout', async (_, options, lock_timeout) => {
  const db = await openDatabase(database.url, options);
  expect(await db.query('SHOW lock_timeout').finally(() => closeDatabase(db))).toEqual([{ lock_timeout }]);
});

const logger = pino({ level: 'silent' });

/** Collects batches of hints. `connects` counts the calls of `connected`. */
async function startListener() {
  const batches: (readonly Hint[])[] = [];
  let connects = 0;
  const { stop } = listenForHints(database.db, logger, {
    receive: (hints) => batches.push(hints),
    connected: () => {
      connects += 1;
    },
  });
  await until(() => connects === 1);
  return { batches, stop, connects: () => connects };
}

test('hints of 50 ms are sent together to every listening process, and equal hints once', async () => {
  const listeners = await Promise.all([startListener(), startListener()]);
  const hints = createHints(database.db, logger);
  for (let n = 0; n < 100; n++) hints.send({ kind: 'screenshots' });
  hints.send({ kind: 'work', owner: 'user-1' });
  await until(() => listeners.every(({ batches }) => batches.length === 1));
  for (const { batches } of listeners) {
    expect(batches[0]).toEqual([{ kind: 'screenshots' }, { kind: 'work', owner: 'user-1' }]);
  }
  hints.send({ kind: 'screenshots' });
  await until(() => listeners.every(({ batches }) => batches.length === 2));
  await Promise.all(listeners.map(({ stop }) => stop()));
});

test('a listener connects again after its connection was lost, and says so', async () => {
  const listener = await startListener();
  await database.pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
  );
  await until(() => listener.connects() === 2);
  createHints(database.db, logger).send({ kind: 'screenshots' });
  await until(() => listener.batches.length === 1);
  await listener.stop();
});

const empty = useTestDatabase({ isEmpty: true });
const change = (statements: string) => database.pool.query(statements);
const recorded = async ({ db } = database): Promise<string[]> =>
  (await db.query('SELECT name FROM migrations ORDER BY timestamp')).map(({ name }: { name: string }) => name);

const REFUSED =
  'The database was made by a newer or an unreleased version of Flyerdeck: start that version, or use an empty database.';

test('Postgres 14 is refused with one sentence, and 15 is accepted [S16.5-3]', () => {
  expect(() => checkPostgresVersion({ number: 140_011, name: '14.11' })).toThrow(
    'Flyerdeck needs Postgres 15 or newer, and the server at DATABASE_URL is 14.11.',
  );
  checkPostgresVersion({ number: 150_000, name: '15.0' });
});

test('a database with tables of something else is refused, and not changed', async () => {
  await empty.pool.query('CREATE TABLE users (name text)');
  await expect(migrate(empty.db)).rejects.toThrow(REFUSED);
  expect(await structureOf(empty.db)).toMatch(/CREATE TABLE users \(\n {2}name text\n\);\s*$/);
  await empty.pool.query('DROP TABLE users');
});

describe('a database of another schema', () => {
  beforeEach(() => change('CREATE TABLE kept AS TABLE migrations'));
  afterEach(() => change('TRUNCATE migrations; INSERT INTO migrations TABLE kept; DROP TABLE kept'));

  test.each([
    ['a changed structure.sql', `UPDATE migrations SET name = 'schema 0000000000000000'`],
    [
      'a migration of a newer version',
      `INSERT INTO migrations (timestamp, name) VALUES (1999999999999, 'Newer1999999999999')`,
    ],
    ['migrations of before the first release', `UPDATE migrations SET timestamp = 1, name = 'Former1'`],
  ])('is refused with one sentence, and not changed: %s [S16.5-3]', async (_, statement) => {
    await change(`${statement}; COMMENT ON FUNCTION page_day IS 'former'`);
    const before = await recorded();
    await expect(migrate(database.db)).rejects.toThrow(REFUSED);
    await expect(checkMigrated(database.db)).rejects.toThrow(REFUSED);
    expect(await recorded()).toEqual(before);
    const [pageDay] = await database.db.query(`SELECT obj_description('page_day'::regproc, 'pg_proc') AS hash`);
    expect(pageDay).toEqual({ hash: 'former' });
  });
});

describe('with a migration', () => {
  class Colour1888888888888 implements MigrationInterface {
    isFailing = false;
    async up(runner: QueryRunner): Promise<void> {
      await runner.query('ALTER TABLE presets ADD COLUMN colour text');
      if (this.isFailing) await runner.query('SELECT 1 / 0');
    }
    async down(): Promise<void> {}
  }
  const migration = new Colour1888888888888();
  beforeAll(() => {
    for (const { db } of [database, empty]) db.dataSource.migrations.push(migration);
  });

  test('a failed one changes nothing', async () => {
    const [structure, names] = [await structureOf(database.db), await recorded()];
    migration.isFailing = true;
    const printed = jest.spyOn(console, 'log').mockReturnValue();
    await expect(migrate(database.db)).rejects.toThrow('division by zero');
    expect(String(printed.mock.calls)).toContain('"Colour1888888888888" failed, error: division by zero');
    printed.mockRestore();
    migration.isFailing = false;
    expect([await structureOf(database.db), await recorded()]).toEqual([structure, names]);
  });

  test('a command that applies no migrations refuses a database of an older version', async () => {
    await expect(checkMigrated(database.db)).rejects.toThrow(
      'The database is of an older version of Flyerdeck: apply the migrations with flyerdeck migrate, or use the older version.',
    );
  });

  test('a database of an older version gets it once, and is then one of this version', async () => {
    await change(`UPDATE migrations SET name = 'schema 0000000000000000'`);
    await migrate(database.db);
    await migrate(database.db);
    await checkMigrated(database.db);
    expect(await recorded()).toEqual([await ownSchema(), 'Colour1888888888888']);
  });
});

const TIMES = [
  '2026-11-23 04:27:24.123456+00',
  '2026-11-23 04:27:24.999999+00',
  '2026-11-23 04:27:24.12+00',
  '2026-11-23 04:27:24+00',
  '1999-12-31 23:59:59.5+00',
];
const readTimes = statementWithIsoTimes<{ time: string | null }, [string[]]>(
  'SELECT unnest($1::text[])::timestamptz AS time',
);

test.each(['UTC', 'Asia/Kathmandu'])(
  'times are texts as Date.toISOString writes them, in the time zone %s',
  async (zone) => {
    await database.db.transaction(async (db) => {
      await db.query(`SET LOCAL TimeZone = '${zone}'`);
      const rows = await readTimes(db, [TIMES]);
      const dates: { time: Date }[] = await db.query('SELECT unnest($1::text[])::timestamptz AS time', [TIMES]);
      expect(rows).toEqual(dates.map(({ time }) => ({ time: time.toISOString() })));
    });
  },
);

describe('functions', () => {
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
});

const refusal = (code: string) => Object.assign(new DatabaseError('refused', 7, 'error'), { code });

/** A micro-batch of texts. Each batch stays under way until the test ends it. */
function controlled() {
  const underWay: { readonly items: readonly string[]; finish(): void; fail(error: unknown): void }[] = [];
  const batches: (readonly string[])[] = [];
  const run = (items: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push(items);
      const end = () => underWay.splice(underWay.indexOf(batch), 1);
      const batch = {
        items,
        finish: () => {
          end();
          resolve(items.map((item) => `${item} done`));
        },
        fail: (error: unknown) => {
          end();
          reject(error);
        },
      };
      underWay.push(batch);
    });
  const call = microBatch<string, string>({
    keyOf: (item) => item.slice(0, 1),
    run,
    runAlone: async (item) => (await run([item]))[0] ?? '',
  });
  return { call, batches, underWay };
}

const outcomes = async (calls: readonly Promise<string>[]) =>
  (await Promise.allSettled(calls)).map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'failed'));

test('two batches are under way at most, and calls that arrive meanwhile are in the next one', async () => {
  const { call, batches, underWay } = controlled();
  const calls = [call('a')];
  await nextTurn();
  calls.push(call('b'), call('c'));
  await nextTurn();
  calls.push(call('d'), call('e'), call('f'));
  await nextTurn();
  expect(batches).toEqual([['a'], ['b', 'c']]);
  underWay[0]?.finish();
  await nextTurn();
  await nextTurn();
  expect(batches).toEqual([['a'], ['b', 'c'], ['d', 'e', 'f']]);
  for (const batch of [...underWay]) batch.finish();
  expect(await outcomes(calls)).toEqual(['a done', 'b done', 'c done', 'd done', 'e done', 'f done']);
});

test('if Postgres refuses a batch, its items run alone, and only the refused item fails; what a batch leaves alone runs alone too', async () => {
  const call = microBatch<string, string>({
    keyOf: (item) => item,
    run: async (items) => {
      if (items.includes('bad')) throw refusal('23514');
      return items.map((item) => (item === 'special' ? ALONE : `${item} done`));
    },
    runAlone: async (item) => {
      if (item === 'bad') throw refusal('23514');
      return `${item} done alone`;
    },
  });
  expect(await outcomes(['a', 'bad', 'b'].map(call))).toEqual(['a done alone', 'failed', 'b done alone']);
  expect(await outcomes(['a', 'special', 'b'].map(call))).toEqual(['a done', 'special done alone', 'b done']);
});

test.each([
  ['the database is shutting down', refusal('57P01')],
  ['the connection is lost', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
])('all calls of a batch fail when %s, and none is repeated', async (_when, error) => {
  const { call, batches, underWay } = controlled();
  const calls = [call('a'), call('b')];
  await nextTurn();
  underWay[0]?.fail(error);
  expect(await outcomes(calls)).toEqual(['failed', 'failed']);
  expect(batches).toHaveLength(1);
});
