import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { deviceOf } from '../../test/device.ts';
import { buildPage, buildQueuedAssistant, buildUser } from '../../test/factories.ts';
import { useTestDatabase } from '../../test/testDatabase.ts';
import { poolOf } from '../database/dataSource.ts';
import { seedDatabase } from '../seed/seedDatabase.ts';
import { backUp } from './backup.ts';
import { MANIFEST } from './manifest.ts';
import { restore } from './restore.ts';
import { tablesInOrder } from './tables.ts';

jest.setTimeout(60_000);
const original = useTestDatabase();
const copy = useTestDatabase();
const other = useTestDatabase();

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flyerdeck-backup-'));
  const { dataSource } = original;
  const pool = poolOf(dataSource);
  await seedDatabase(pool, { postings: 300, users: 30, seed: 7, append: false, now: Date.now() });
  // Work in flight, a refund, jobs in line, bytes, and text that COPY has to quote.
  const owner = await buildUser(dataSource, { posting: true });
  const page = await buildPage(dataSource, owner.id, { name: 'Tab\tnew\nline \\N "quoted" 🦊' });
  await buildQueuedAssistant(dataSource, owner.id, { pages: [page], flyers: ['One', 'Two', 'Three'] });
  const device = deviceOf(dataSource, page);
  await device.posted(await device.claim());
  await device.claim();
  await pool.query(`INSERT INTO blobs (key, content_type, bytes) VALUES ('b', 'image/png', '\\x00ff0a5c09')`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every row of every table, as text, in an order of its own. */
async function contents(pool: Pool): Promise<Record<string, string>> {
  const client = await pool.connect();
  try {
    const all: Record<string, string> = {};
    for (const { name } of await tablesInOrder(client)) {
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

test('what is restored is row for row what was backed up, jobs and ledger too', async () => {
  const before = await contents(poolOf(original.dataSource));
  const manifest = await backUp(poolOf(original.dataSource), folder);
  expect(manifest.tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['public.credit_transactions', 'public.blobs', 'graphile_worker._private_jobs']),
  );
  expect(Object.values(before).filter((rows) => !rows.startsWith('0 ')).length).toBeGreaterThan(10);
  await restore(poolOf(copy.dataSource), folder);
  expect(await contents(poolOf(copy.dataSource))).toEqual(before);
});

test('the copy goes on where the original stood: its device posts, its ledger counts on and still refuses changes', async () => {
  const { dataSource } = copy;
  const owner = await buildUser(dataSource, { posting: true });
  const page = await buildPage(dataSource, owner.id);
  await buildQueuedAssistant(dataSource, owner.id, { pages: [page] });
  const device = deviceOf(dataSource, page);
  await device.posted(await device.claim());
  const [{ jobs }] = (await dataSource.query(
    `SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE key LIKE 'picture:%'`,
  )) as [{ jobs: number }];
  expect(jobs).toBeGreaterThanOrEqual(2);
  await expect(dataSource.query('DELETE FROM credit_transactions')).rejects.toThrow('append-only');
});

test('a backup is taken at one moment: what is written meanwhile is not half in it', async () => {
  const aside = join(folder, 'aside');
  const pool = poolOf(original.dataSource);
  let writing = true;
  const writer = (async () => {
    while (writing) await buildUser(original.dataSource);
  })();
  await backUp(pool, aside);
  writing = false;
  await writer;
  await restore(poolOf(other.dataSource), aside);
  const [{ wrong }] = (await other.dataSource.query(
    `SELECT count(*)::int AS wrong FROM users u
     WHERE credits_balance <> (SELECT coalesce(sum(amount), 0) FROM credit_transactions WHERE user_id = u.id)`,
  )) as [{ wrong: number }];
  expect(wrong).toBe(0);
});

test('a database in use, a folder in use and half a backup are refused', async () => {
  await expect(restore(poolOf(copy.dataSource), folder)).rejects.toThrow('is in use');
  await expect(backUp(poolOf(original.dataSource), folder)).rejects.toThrow('is not empty');
  await expect(restore(poolOf(copy.dataSource), join(folder, 'nowhere'))).rejects.toThrow('no whole backup');
});

describe('into an empty database', () => {
  const empty = useTestDatabase();
  const users = async () => (await empty.dataSource.query('SELECT count(*)::int AS users FROM users'))[0].users;

  test('a changed file is noticed, and nothing of the backup stays behind', async () => {
    const file = join(folder, (await readdir(folder)).find((name) => name.includes('credit_packages')) ?? '');
    const kept = await readFile(file);
    await writeFile(file, gzipSync('mini\tMini\t0.01\t500\t0\t1\n'));
    await expect(restore(poolOf(empty.dataSource), folder)).rejects.toThrow('is not what was backed up');
    await writeFile(file, kept.subarray(0, kept.length - 9));
    await expect(restore(poolOf(empty.dataSource), folder)).rejects.toThrow('cannot be given back');
    await writeFile(file, kept);
    expect(await users()).toBe(0);
  });

  test('a backup of another version is refused', async () => {
    const manifest = join(folder, MANIFEST);
    const kept = await readFile(manifest, 'utf8');
    await writeFile(manifest, kept.replace('"schema": [', '"schema": [ "Later9999999999999",'));
    await expect(restore(poolOf(empty.dataSource), folder)).rejects.toThrow('another version');
    await writeFile(manifest, '');
    await appendFile(manifest, kept);
    expect(await users()).toBe(0);
  });
});
