import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPage, buildQueuedAssistant, buildUser } from '../../../test/factories.ts';
import { startSeparateProcess } from '../../../test/separateProcess.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { Problems } from '../../jobs/problems.ts';
import { createLogger } from '../../logger.ts';
import { lastTestRestore, testRestoreFailed } from '../../metrics.ts';
import { noteTestRestore, testRestoreIn } from './backupFolder.ts';
import { backUpIfDue, startScheduledBackups } from './scheduledBackups.ts';
import { testRestoreIfDue } from './testRestore.ts';

const database = useTestDatabase();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flyerdeck-test-restores-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const backUpOn = async (day: number) =>
  join(folder, (await backUpIfDue(database.db, { folder, everyHours: 24, keep: 7 }, at(day))) ?? 'none');
const testOn = (day: number, testGb = 10) => testRestoreIfDue(database.db, { folder, testGb }, at(day));
const scratchDatabases = async (): Promise<string[]> => {
  const { rows } = await database.pool.query(
    `SELECT datname FROM pg_database WHERE datname = 'flyerdeck_test_restore_' || (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows.map(({ datname }) => datname);
};
const metrics = async () => [
  (await lastTestRestore.get()).values[0]?.value,
  (await testRestoreFailed.get()).values[0]?.value,
];

test('a good backup is restored once a week by one of several workers, and the database is dropped', async () => {
  const owner = await buildUser(database.db, { posting: true });
  const page = await buildPage(database.db, owner.id);
  await buildQueuedAssistant(database.db, owner.id, { pages: [page] });
  expect(await testOn(1)).toBeNull();
  expect(await metrics()).toEqual([0, 0]);
  await backUpOn(1);
  const results = await Promise.all([testOn(1), testOn(1), testOn(1)]);
  const good = { backup: '2026-11-01T00-00-00Z', at: at(1).toISOString(), error: null, good_at: at(1).toISOString() };
  expect(results.filter((result) => result !== null)).toEqual([good]);
  expect(await testRestoreIn(folder)).toEqual(good);
  expect(await scratchDatabases()).toEqual([]);
  expect(await metrics()).toEqual([at(1).getTime() / 1000, 0]);
  await backUpOn(7);
  expect(await testOn(7)).toBeNull();
});

test('a week later a damaged file is named, and the next test is a day later', async () => {
  const backup = await backUpOn(7);
  const name = '2026-11-01T00-00-00Z';
  await noteTestRestore(folder, { backup: name, at: at(1).toISOString(), error: null, good_at: at(1).toISOString() });
  const file = join(backup, (await readdir(backup)).find((name) => name.includes('credit_transactions')) ?? '');
  const kept = await readFile(file);
  await writeFile(file, kept.subarray(0, kept.length - 9));
  const failed = { error: expect.stringMatching(/credit_transactions.* cannot be read/), good_at: at(1).toISOString() };
  expect(await testOn(8)).toMatchObject(failed);
  expect(await scratchDatabases()).toEqual([]);
  expect(await metrics()).toEqual([at(1).getTime() / 1000, 1]);
  await writeFile(file, kept);
  expect(await testOn(8)).toBeNull();
  expect(await testOn(9)).toMatchObject({ error: null, good_at: at(9).toISOString() });
  expect(await metrics()).toEqual([at(9).getTime() / 1000, 0]);
});

test('books that do not explain everything are a failure', async () => {
  const { id } = await buildUser(database.db);
  const addCredits = (credits: number) =>
    database.pool.query('UPDATE users SET credits_balance = credits_balance + $2 WHERE id = $1', [id, credits]);
  await addCredits(1);
  await backUpOn(1);
  await addCredits(-1);
  const error = 'After the restore the books do not explain everything (deviations: 1).';
  expect(await testOn(1)).toMatchObject({ error, good_at: null });
  expect(await scratchDatabases()).toEqual([]);
});

test('a database that a killed worker has left is dropped, and the test is done', async () => {
  await backUpOn(1);
  const elsewhere = await startSeparateProcess(
    `import { openDatabase } from '${import.meta.dirname}/../../dataSource.ts';
    import { testRestoreIfDue } from '${import.meta.dirname}/testRestore.ts';
    const db = await openDatabase(process.env.URL);
    const testing = testRestoreIfDue(db, { folder: process.env.FOLDER, testGb: 10 }, new Date('${at(1).toISOString()}'));
    for (;;) {
      const [{ found }] = await db.query("SELECT count(*)::int AS found FROM pg_stat_activity WHERE application_name = 'flyerdeck-test-restore'");
      if (found > 0) break;
    }
    console.log('restoring');
    await testing;
    setInterval(() => {}, 1000);`,
    { URL: database.url, FOLDER: folder },
  );
  await elsewhere.kill();
  expect(await scratchDatabases()).toHaveLength(1);
  // The lock is free when Postgres has noticed that the process ended.
  let result = await testOn(1);
  while (result === null) result = await testOn(1);
  expect(result).toMatchObject({ error: null });
  expect(await scratchDatabases()).toEqual([]);
});

test('a database that is too large is not copied', async () => {
  await backUpOn(1);
  expect(await testOn(1, 0.001)).toMatchObject({
    error: expect.stringMatching(
      /^The database has 0.0\d GB, and BACKUP_TEST_GB is 0\.001: raise it if .* or set it to 0\.$/,
    ),
  });
});

test('a backup of another version is not tested', async () => {
  const manifest = join(await backUpOn(1), 'manifest.json');
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"schema": [', '"schema": [ "Older",'));
  expect(await testOn(1)).toBeNull();
});

test('a worker tests its first backup', async () => {
  const parts = { db: database.db, logger: createLogger('silent'), problems: new Problems() };
  const schedule = { folder, everyHours: 24, keep: 7 };
  await startScheduledBackups(parts, { ...schedule, testGb: 0 }).stop();
  expect(await testRestoreIn(folder)).toBeNull();
  await startScheduledBackups(parts, { ...schedule, testGb: 10 }).stop();
  expect(await testRestoreIn(folder)).toMatchObject({ error: null });
});
