import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { LAST_FOLDED_MIGRATION } from '../../src/database/migrations/foldedMigrations.ts';
import { poolOf } from '../../src/database/pool.ts';
import type { Db } from '../../src/database/statement.ts';
import { migrate } from '../../src/dataSource.ts';
import { deviceOf } from '../deviceCalls.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../factories.ts';
import { killAtLock } from '../killAtLock.ts';
import { structureOf } from '../structure/structureOf.ts';
import { useTestDatabase } from '../testDatabase.ts';

// Each file is a database of a released version, or of the last one before the first release, named after its last migration: plain SQL by pg_dump of Postgres 15.
const RELEASES = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.sql.gz'));

/** Everything about money and postings that no upgrade may change. */
const FINGERPRINTS = {
  balances: 'SELECT id, telegram_id, credits_balance FROM users',
  ledger:
    'SELECT id, user_id, transaction_type, amount, balance_after, description, page_guid, posting_id, created_at FROM credit_transactions',
  windows: 'SELECT guid, owner_id, creator_id, paid_until FROM pages',
  postings: `SELECT id, owner_id, assistant_id, task_id, page_guid, status, queued_at, sequence_order, scheduled_for, posted_at, report,
    external_post_id, error_message, retry_count FROM page_postings`,
  claims: 'SELECT page_guid, posting_id, lease_expires_at FROM in_flight',
  flyers: 'SELECT id, owner_id, description FROM tasks',
  files: 'SELECT key, md5(bytes) FROM blobs',
} as const;

async function fingerprintsOf(db: Db): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const [name, rows] of Object.entries(FINGERPRINTS)) {
    const [row] = await db.query(
      `SELECT count(*) || ' rows ' || md5(coalesce(string_agg(r::text, '|' ORDER BY r::text), '')) AS text FROM (${rows}) r`,
    );
    found[name] = row.text;
  }
  return found;
}

/** Columns, indexes, triggers, functions and constraints. */
const schemaOf = (db: Db): Promise<unknown[]> =>
  db.query(
    `SELECT table_name || '.' || column_name || ' ' || data_type AS part FROM information_schema.columns WHERE table_schema = 'public'
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger
     UNION ALL SELECT md5(prosrc) || proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
     UNION ALL SELECT conname || pg_get_constraintdef(oid) FROM pg_constraint
     ORDER BY part`,
  );

const appliedIn = async (db: Db): Promise<string[]> =>
  (await db.query('SELECT name FROM migrations ORDER BY timestamp')).map(({ name }: { name: string }) => name);

/** The hashes of the functions and the newest migration. A database of before 0047 has no hashes. */
async function versionOf(db: Db) {
  const [{ has_hashes, newest }] = await db.query(
    `SELECT to_regclass('sql_functions') IS NOT NULL AS has_hashes, max(timestamp) AS newest FROM migrations`,
  );
  const hashes: unknown[] = has_hashes ? await db.query('SELECT name, hash FROM sql_functions ORDER BY name') : [];
  return { hashes, newest: Number(newest) };
}

const newDatabase = useTestDatabase();

describe.each(RELEASES)('a database of the release %s', (file) => {
  const database = useTestDatabase({ isEmpty: true });
  let before: Record<string, string>;
  let appliedBefore: string[];
  let versionBefore: Awaited<ReturnType<typeof versionOf>>;

  beforeAll(async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(gunzipSync(await readFile(join(import.meta.dirname, file))).toString());
    await client.end();
    before = await fingerprintsOf(database.db);
    appliedBefore = await appliedIn(database.db);
    versionBefore = await versionOf(database.db);
  });

  test('has postings, money and claims to compare', () => {
    expect(Object.entries(before).filter(([, text]) => text.startsWith('0 '))).toEqual([]);
  });

  test('is unchanged by a process that is killed after a migration and before this is recorded', async () => {
    const schema = await schemaOf(database.db);
    await killAtLock(
      poolOf(database.db),
      'migrations',
      `const { migrate, openDatabase } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/dataSource.ts'))});
       const db = await openDatabase(process.env.DATABASE, { applicationName: 'killed' });
       console.log('started');
       await migrate(db);
       console.log('finished');
       await new Promise(() => setInterval(() => {}, 1000));`,
    );
    expect(await schemaOf(database.db)).toEqual(schema);
    expect(await fingerprintsOf(database.db)).toEqual(before);
  });

  test('is unchanged by a migration that fails, and by those after it', async () => {
    const { migrations } = database.db.dataSource;
    const failing = {
      name: 'Failing9999999999998',
      up: async (runner: { query(text: string): Promise<unknown> }) => {
        await runner.query('UPDATE users SET credits_balance = credits_balance + 1');
        await runner.query('SELECT 1 / 0');
      },
      down: async () => undefined,
    };
    migrations.push(failing as never);
    const printed = jest.spyOn(console, 'log').mockReturnValue();
    try {
      await expect(migrate(database.db)).rejects.toThrow('division by zero');
      expect(String(printed.mock.calls)).toContain('"Failing9999999999998" failed, error: division by zero');
    } finally {
      migrations.pop();
      printed.mockRestore();
    }
    expect(await fingerprintsOf(database.db)).toEqual(before);
    expect(await database.db.query(`SELECT name FROM migrations WHERE name LIKE 'Failing%'`)).toEqual([]);
  });

  test('has the same money and postings after the upgrade', async () => {
    await migrate(database.db);
    expect(await fingerprintsOf(database.db)).toEqual(before);
  });

  test('has the schema of a new database after the upgrade: a migration and structure.sql change the same', async () => {
    expect(await structureOf(database.db)).toBe(await structureOf(newDatabase.db));
    for (const rows of ['credit_packages', 'schema_compatibility']) {
      const readRows = `SELECT * FROM ${rows} ORDER BY 1`;
      expect(await database.db.query(readRows)).toEqual(await newDatabase.db.query(readRows));
    }
  });

  test('has a newer migration if a function has changed: otherwise a process of the release that restarts would put its own back', async () => {
    const { hashes, newest } = await versionOf(database.db);
    const isChanged = JSON.stringify(hashes) !== JSON.stringify(versionBefore.hashes);
    expect({ isChanged, isNewer: newest > versionBefore.newest }).not.toEqual({ isChanged: true, isNewer: false });
  });

  test('keeps the records of its migrations, so that a process of the version before can restart', async () => {
    expect(await appliedIn(database.db)).toEqual(expect.arrayContaining(appliedBefore));
  });

  test('lets processes of the version before use the former names of tables', async () => {
    const former = [
      `INSERT INTO admin_acts (target_id, act) SELECT id, 'promoted' FROM users LIMIT 1 RETURNING act`,
      'DELETE FROM bot_delivered_pictures',
      'INSERT INTO bot_delivered_pictures (posting_id) SELECT id FROM page_postings LIMIT 1 ON CONFLICT DO NOTHING',
      `INSERT INTO bot_picture_requests (assistant_id) SELECT id FROM assistants LIMIT 1
       ON CONFLICT (assistant_id) DO UPDATE SET requested_at = now()`,
    ];
    for (const statement of former) await database.pool.query(statement);
    const added = `SELECT EXISTS (SELECT FROM audit_events WHERE event = 'promoted' AND at > now() - interval '1 minute') AS event,
      EXISTS (SELECT FROM bot_delivered_screenshots) AS delivered, EXISTS (SELECT FROM bot_screenshot_requests) AS requested`;
    expect(await database.db.query(added)).toEqual([{ event: true, delivered: true, requested: true }]);
  });

  test('works after the upgrade: a device claims, is charged once and posts', async () => {
    const { db } = database;
    const owner = await buildUser(db, { posting: true });
    const page = await buildPage(db, owner.id);
    await buildQueuedAssistant(db, owner.id, { pages: [page] });
    const device = deviceOf(db, page);
    await device.posted(await device.claim());
    const wrong = await db.query(
      `SELECT id FROM users u WHERE credits_balance <> (SELECT coalesce(sum(amount), 0) FROM credit_transactions WHERE user_id = u.id)`,
    );
    expect(wrong).toEqual([]);
  });
});

describe('a database of before the first release', () => {
  const database = useTestDatabase({ isEmpty: true });
  const REFUSAL =
    'This database cannot be upgraded: first start the version whose newest migration is Refusals1763700000046 with it, or use an empty database.';
  const refused = async () => {
    const printed = jest.spyOn(console, 'log').mockReturnValue();
    try {
      await expect(migrate(database.db)).rejects.toThrow(REFUSAL);
      expect(String(printed.mock.calls)).toContain(`"Schema1763700000047" failed, error: ${REFUSAL}`);
    } finally {
      printed.mockRestore();
    }
  };

  test('is refused with one sentence if it has other migrations, and not changed', async () => {
    const names = [...Array.from({ length: 36 }, (_, n) => `Former${n}`), LAST_FOLDED_MIGRATION];
    await database.pool.query(
      'CREATE TABLE migrations (id serial PRIMARY KEY, timestamp bigint NOT NULL, name varchar NOT NULL)',
    );
    await database.pool.query(
      'INSERT INTO migrations (timestamp, name) SELECT ordinality, name FROM unnest($1::text[]) WITH ORDINALITY AS t (name)',
      [names],
    );
    await refused();
    expect(await database.db.query('SELECT name FROM migrations ORDER BY id')).toEqual(names.map((name) => ({ name })));
  });

  test('is refused if it has tables of something else', async () => {
    await database.pool.query('DELETE FROM migrations; CREATE TABLE users (name text)');
    await refused();
  });
});
