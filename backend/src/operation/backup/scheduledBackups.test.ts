import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { Problems } from '../../jobs/problems.ts';
import { createLogger } from '../../logger.ts';
import { askForBackup, describeFolder } from './backupFolder.ts';
import { verifyBackup } from './readBackup.ts';
import { backUpIfDue, startScheduledBackups } from './scheduledBackups.ts';

const database = useTestDatabase();
const bare = useTestDatabase({ isEmpty: true });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flyerdeck-backups-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (hour: number) => new Date(Date.UTC(2026, 10, 23, hour));
const backUpAt = (hour: number, keep = 7) => backUpIfDue(database.db, { folder, everyHours: 6, keep }, at(hour));

test('a backup is made when the newest is old enough, and it is complete', async () => {
  expect(await backUpAt(0)).toBe('2026-11-23T00-00-00Z');
  expect(await backUpAt(5)).toBeNull();
  expect(await backUpAt(6)).toBe('2026-11-23T06-00-00Z');
  await verifyBackup(join(folder, '2026-11-23T06-00-00Z'));
});

test('the worker lists the accounts that were erased beside its backups', async () => {
  const { id } = await buildUser(database.db);
  await database.pool.query('UPDATE users SET is_active = false, erased_at = now() WHERE id = $1', [id]);
  const parts = { db: database.db, logger: createLogger('silent'), problems: new Problems() };
  await startScheduledBackups(parts, { folder, everyHours: 24, keep: 1, testGb: 0 }).stop();
  expect(await readFile(join(folder, 'erased-accounts.txt'), 'utf8')).toMatch(new RegExp(`^${id} 20\\S+Z\n$`));
  expect(await readdir(folder)).toHaveLength(2);
});

test('the oldest backups beyond the number to keep are deleted; other files stay', async () => {
  await writeFile(join(folder, 'notes.txt'), 'mine');
  for (const hour of [0, 6, 12, 18]) await backUpAt(hour, 2);
  expect((await readdir(folder)).sort()).toEqual(['2026-11-23T12-00-00Z', '2026-11-23T18-00-00Z', 'notes.txt']);
});

test('a failure is described in the folder until a backup succeeds, and a backup that was asked for is made once', async () => {
  const describe = () => describeFolder(folder, 10);
  const schedule = { folder, everyHours: 6, keep: 7 };
  await backUpAt(0);
  await askForBackup(folder);
  await expect(backUpIfDue(bare.db, schedule, at(1))).rejects.toThrow('This database has no tables');
  expect(await describe()).toMatchObject({
    asked_at: expect.any(String),
    writing_since: at(1).toISOString(),
    failure: { error: expect.stringContaining('This database has no tables') },
    backups: [{ name: '2026-11-23T00-00-00Z' }],
  });
  expect(await backUpAt(2)).toBe('2026-11-23T02-00-00Z');
  expect(await describe()).toMatchObject({ asked_at: null, writing_since: null, failure: null });
  expect(await backUpAt(3)).toBeNull();
});
