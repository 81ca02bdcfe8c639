import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { seedDatabase } from '../../../seed/seedDatabase.ts';
import { dbOn } from '../../../test/dbOn.ts';
import { deviceOf } from '../../../test/deviceCalls.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { poolOf } from '../../database/pool.ts';
import { backUp } from './backup.ts';
import { tablesInDependencyOrder } from './backupTables.query.ts';
import { type BackupManifest, hashOfManifest, MANIFEST } from './readBackup.ts';
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
});
