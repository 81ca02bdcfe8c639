import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Pool, PoolClient } from 'pg';
import { seedDatabase } from '../../../seed/seedDatabase.ts';
import { dbOn } from '../../../test/dbOn.ts';
import { deviceOf } from '../../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { poolOf } from '../../database/pool.ts';
import type { Db } from '../../database/statement.ts';
import { withCommandDatabase } from '../commandDatabase.ts';
import { backUp } from './backup.ts';
import { tablesInDependencyOrder } from './backupTables.query.ts';
import { type BackupManifest, hashOfManifest, MANIFEST, verifyBackup } from './readBackup.ts';
import { restore } from './restore.ts';

const original = useTestDatabase();
const copy = useTestDatabase();
const other = useTestDatabase();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flyerdeck-backup-'));
  const { db } = original;
  const pool = poolOf(db);
  await seedDatabase(pool, { postings: 300, users: 30, seed: 7, now: new Date() });
  // Postings in flight, a refund, queued jobs, bytes, and text that COPY has to quote.
  const owner = await buildUser(db, { posting: true });
  const page = await buildPage(db, owner.id, { name: 'Tab\tnew\nline \\N "quoted" 🦊' });
  await buildQueuedAssistant(db, owner.id, { pages: [page], flyers: ['One', 'Two', 'Three'] });
  const device = deviceOf(db, page);
  await device.posted(await device.claim());
  await device.claim();
  await pool.query(`INSERT INTO blobs (key, content_type, bytes) VALUES ('b', 'image/png', '\\x00ff0a5c09')`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every row of every table, as sorted text. */
async function contents(pool: Pool): Promise<Record<string, string>> {
  const client = await pool.connect();
  try {
    const all: Record<string, string> = {};
    for (const { name } of await tablesInDependencyOrder(dbOn(client))) {
      const { rows } = await client.query<{ hash: string }>(
        `SELECT count(*) || ' rows ' || md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash FROM ${name} t`,
      );
      all[name] = rows[0]?.hash ?? '';
    }
    return all;
  } finally {
    client.release();
  }
}

test('a restored database has the same rows as the original, jobs and ledger included', async () => {
  const before = await contents(poolOf(original.db));
  const manifest = await backUp(original.db, folder);
  expect(manifest.tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['public.credit_transactions', 'public.blobs', 'graphile_worker._private_jobs']),
  );
  expect(Object.values(before).filter((rows) => !rows.startsWith('0 ')).length).toBeGreaterThan(10);
  await restore(copy.db, folder);
  expect(await contents(poolOf(copy.db))).toEqual(before);
});

test('in a restored database devices post, screenshots are queued, and the ledger refuses changes', async () => {
  const { db } = copy;
  const owner = await buildUser(db, { posting: true });
  const page = await buildPage(db, owner.id);
  await buildQueuedAssistant(db, owner.id, { pages: [page] });
  const device = deviceOf(db, page);
  await device.posted(await device.claim());
  const [{ due }] = (await db.query('SELECT count(*)::int AS due FROM pending_screenshots')) as [{ due: number }];
  expect(due).toBeGreaterThanOrEqual(2);
  await expect(db.query('DELETE FROM credit_transactions')).rejects.toThrow('append-only');
});

test('a backup is one consistent snapshot while other transactions write', async () => {
  const snapshot = join(folder, 'snapshot');
  let writing = true;
  const writer = (async () => {
    while (writing) await buildUser(original.db);
  })();
  await backUp(original.db, snapshot);
  writing = false;
  await writer;
  await restore(other.db, snapshot);
  const [{ wrong }] = (await other.db.query(
    `SELECT count(*)::int AS wrong FROM users u
     WHERE credits_balance <> (SELECT coalesce(sum(amount), 0) FROM credit_transactions WHERE user_id = u.id)`,
  )) as [{ wrong: number }];
  expect(wrong).toBe(0);
});

/** Runs `work` and calls `before` ahead of each of its statements. */
async function interceptStatements<T>(
  db: Db,
  before: (sql: string, client: PoolClient) => Promise<void>,
  work: () => Promise<T>,
) {
  const pool = poolOf(db);
  const client = await pool.connect();
  const prototype = Object.getPrototypeOf(client) as PoolClient;
  client.release();
  const { query } = prototype;
  let isIntercepting = true;
  prototype.query = function (this: PoolClient, ...given: unknown[]) {
    const run = () => (query as (...given: unknown[]) => unknown).apply(this, given);
    const { text, submit } = (given[0] ?? {}) as { text?: string; submit?: unknown };
    if (!isIntercepting || !text || submit) return run();
    isIntercepting = false;
    return before(text, this).then(() => {
      isIntercepting = true;
      return run();
    });
  } as never;
  try {
    return await work();
  } finally {
    prototype.query = query;
  }
}

describe('while blobs are copied', () => {
  const source = useTestDatabase();
  const target = useTestDatabase();
  const MEGABYTES = 6;
  const keys = ['original/a', 'original/b', 'original/c', 'original/d'];
  const isNextBatch = (sql: string) => sql.includes('AS last_key');

  beforeAll(async () => {
    const pool = poolOf(source.db);
    for (const key of keys) {
      await pool.query(
        `INSERT INTO blobs (key, content_type, bytes) VALUES ($1, 'image/webp', convert_to(repeat(right($1, 1), $2), 'UTF8'))`,
        [key, MEGABYTES * 1024 * 1024],
      );
    }
  });

  test('no transaction and no snapshot is open between two batches', async () => {
    const pool = poolOf(source.db);
    const states: unknown[] = [];
    const manifest = await interceptStatements(
      source.db,
      async (sql, client) => {
        if (!isNextBatch(sql)) return;
        const { processID } = client as unknown as { processID: number };
        const { rows } = await pool.query(
          'SELECT state, backend_xmin, backend_xid FROM pg_stat_activity WHERE pid = $1',
          [processID],
        );
        states.push(...rows);
      },
      () => backUp(source.db, join(folder, 'batches')),
    );
    // The first batch has 3 blobs, because the third begins before 16 MB. The second has 1. The third query finds none.
    expect(states).toEqual(Array(3).fill({ state: 'idle', backend_xmin: null, backend_xid: null }));
    expect(manifest.tables.find(({ name }) => name === 'public.blobs')?.rows).toBe(keys.length);
  });

  test('a blob that is deleted meanwhile is missing from the backup, and all others are restored', async () => {
    const pool = poolOf(source.db);
    let batches = 0;
    const manifest = await interceptStatements(
      source.db,
      async (sql) => {
        if (!isNextBatch(sql)) return;
        batches += 1;
        if (batches === 2) await pool.query(`DELETE FROM blobs WHERE key = 'original/d'`);
      },
      () => backUp(source.db, join(folder, 'deleted')),
    );
    expect(manifest.tables.find(({ name }) => name === 'public.blobs')?.rows).toBe(keys.length - 1);
    await restore(target.db, join(folder, 'deleted'));
    const blobs = `SELECT key, content_type, md5(bytes) FROM blobs ORDER BY key`;
    expect(await target.db.query(blobs)).toEqual(await source.db.query(blobs));
  });
});

test('a backup works on a read-only connection', async () => {
  const { DATABASE_URL } = process.env;
  process.env.DATABASE_URL = `${original.url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
  try {
    const work = (db: Db) => backUp(db, join(folder, 'read-only'));
    const { tables } = await withCommandDatabase(/^DATABASE_URL$/, work, { readOnly: true });
    expect(tables.length).toBeGreaterThan(20);
    await expect(withCommandDatabase(/^DATABASE_URL$/, (db) => db.query('DELETE FROM blobs'))).rejects.toThrow(
      'read-only transaction',
    );
  } finally {
    process.env.DATABASE_URL = DATABASE_URL;
    if (DATABASE_URL === undefined) delete process.env.DATABASE_URL;
  }
});

test('restore refuses a database with data and an incomplete backup; backup refuses a folder that is not empty', async () => {
  await expect(restore(copy.db, folder)).rejects.toThrow('is in use');
  await expect(backUp(original.db, folder)).rejects.toThrow('is not empty');
  await expect(restore(copy.db, join(folder, 'missing'))).rejects.toThrow('no complete backup');
});

describe('a restore into an empty database', () => {
  const empty = useTestDatabase();
  const users = async () => (await empty.db.query('SELECT count(*)::int AS users FROM users'))[0].users;

  test('fails on a changed or damaged file, and leaves the database empty', async () => {
    const file = join(folder, (await readdir(folder)).find((name) => name.includes('credit_transactions')) ?? '');
    const kept = await readFile(file);
    await writeFile(file, gzipSync(''));
    await expect(restore(empty.db, folder)).rejects.toThrow('differs from what was backed up');
    await writeFile(file, kept.subarray(0, kept.length - 9));
    await expect(restore(empty.db, folder)).rejects.toThrow('cannot be read');
    await writeFile(file, kept);
    expect(await users()).toBe(0);
  });

  test('refuses a backup of another schema with one sentence', async () => {
    const manifest = join(folder, MANIFEST);
    const kept = await readFile(manifest, 'utf8');
    for (const schema of ['"schema": [ "Later9999999999999",', '"schema": [ "schema 0000000000000000" ], "of": [']) {
      await writeFile(manifest, kept.replace('"schema": [', schema));
      await expect(restore(empty.db, folder)).rejects.toThrow(
        'The backup is of another version of Flyerdeck: restore it with that version. A newer one then migrates the database.',
      );
    }
    await writeFile(manifest, kept);
    expect(await users()).toBe(0);
  });
});

describe('a forged manifest', () => {
  const empty = useTestDatabase();
  let honest: BackupManifest;
  beforeAll(async () => {
    honest = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8'));
  });
  afterEach(async () => {
    expect(
      await empty.db.query(`SELECT to_regclass('stolen') AS stolen, (SELECT count(*)::int FROM users) AS users`),
    ).toEqual([{ stolen: null, users: 0 }]);
  });

  type Table = BackupManifest['tables'][number];
  const withUsers = (change: (users: Table) => Table): BackupManifest => ({
    ...honest,
    tables: honest.tables.map((table) => (table.name === 'public.users' ? change(table) : table)),
  });
  const put = (manifest: BackupManifest) => writeFile(join(folder, MANIFEST), JSON.stringify(manifest));
  /** As somebody who knows how the hash is made. */
  const forge = (manifest: BackupManifest) => put({ ...manifest, sha256: hashOfManifest(manifest) });

  const SQL = 'id) FROM STDIN; CREATE TABLE stolen (a int); COPY users (id';

  test.each<[what: string, manifest: () => BackupManifest, sentence: string]>([
    ['SQL as a column', () => withUsers((users) => ({ ...users, columns: [SQL] })), 'unknown column'],
    [
      'another column',
      () => withUsers((users) => ({ ...users, columns: [...users.columns, 'shoe_size'] })),
      'unknown column',
    ],
    [
      'a column twice',
      () => withUsers((users) => ({ ...users, columns: ['id', ...users.columns.slice(1, -1), 'id'] })),
      'unknown column',
    ],
    ['a column less', () => withUsers((users) => ({ ...users, columns: users.columns.slice(1) })), 'unknown column'],
    [
      'SQL as a table',
      () => ({
        ...honest,
        tables: [...honest.tables, { name: `users (${SQL}`, columns: ['id'], rows: 0, sha256: '' }],
      }),
      'unknown table',
    ],
    [
      'a table of the database itself',
      () => ({
        ...honest,
        tables: [...honest.tables, { name: 'pg_catalog.pg_authid', columns: ['oid'], rows: 0, sha256: '' }],
      }),
      'unknown table',
    ],
    ['a table less', () => ({ ...honest, tables: honest.tables.slice(1) }), 'The backup has no table'],
    [
      'another sequence',
      () => ({ ...honest, sequences: [{ name: 'public.other_seq', last_value: '7' }] }),
      'unknown sequence',
    ],
  ])('a manifest that has %s is refused, with its hash and without', async (_, manifest, sentence) => {
    await forge(manifest());
    await expect(restore(empty.db, folder)).rejects.toThrow(sentence);
    await put(manifest());
    await expect(restore(empty.db, folder)).rejects.toThrow('manifest.json differs from what was backed up.');
  });

  test('a check of a backup finds a changed manifest, and one that is no JSON', async () => {
    await put(honest);
    await verifyBackup(folder);
    await put({ ...honest, made_at: '2020-01-01T00:00:00.000Z' });
    await expect(verifyBackup(folder)).rejects.toThrow('manifest.json differs from what was backed up.');
    await writeFile(join(folder, MANIFEST), (await readFile(join(folder, MANIFEST), 'utf8')).slice(0, 99));
    await expect(verifyBackup(folder)).rejects.toThrow('manifest.json differs from what was backed up.');
  });
});
