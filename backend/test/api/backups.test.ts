import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { listBackups, requestBackup } from '@flyerdeck/contracts';
import { noteTestRestore } from '../../src/operation/backup/backupFolder.ts';
import { backUpIfDue } from '../../src/operation/backup/scheduledBackups.ts';
import { useTestServer } from '../testServer.ts';
import { addBackup } from './backups.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { useAdmin } from './people.testing.ts';

const server = useTestServer({ BACKUP_EVERY_HOURS: '24', BACKUP_KEEP: '3' });
const folder = () => server.context.config.backups?.folder ?? '';
const admin = useAdmin(server);
beforeEach(async () => {
  await rm(folder(), { recursive: true, force: true });
  await mkdir(dirname(folder()), { recursive: true });
});

const list = async () => (await server.call(listBackups, { as: admin.as })).json;

describeCall(server, listBackups, ({ succeeds }) => {
  succeeds('tells that there is none yet', async () => {
    const answer = await server.call(listBackups, { as: admin.as });
    expect(answer.json).toMatchObject({ every_hours: 24, keep: 3, is_late: true, backups: [], failure: null });
  });
  succeeds('says that the folder cannot be read', async () => {
    await writeFile(folder(), 'a file');
    const answer = await server.call(listBackups, { as: admin.as });
    expect(answer.json).toMatchObject({
      backups: [],
      failure: { error: 'This server cannot read BACKUP_DIR (ENOTDIR).' },
    });
  });
  succeeds('has the result of the last test restore', async () => {
    await addBackup(server);
    const at = '2026-11-23T05:00:00.000Z';
    const result = { backup: '2026-11-23T04-00-00Z', at, error: 'The disk of Postgres is full.', good_at: null };
    expect((await list()).test_restore).toBeNull();
    await noteTestRestore(folder(), result);
    const answer = await server.call(listBackups, { as: admin.as });
    expect(answer.json.test_restore).toEqual(result);
  });
  succeeds('lists them, newest first, with their sizes', async () => {
    await addBackup(server);
    const name = await addBackup(server, new Date());
    await addBackup(server, new Date('2026-11-22T04:00:00Z'));
    const answer = await server.call(listBackups, { as: admin.as });
    expect(answer.json.is_late).toBe(false);
    expect(answer.json.backups.map(({ name }) => name)).toEqual([name, '2026-11-23T04-00-00Z', '2026-11-22T04-00-00Z']);
    expect(answer.json.backups[1]).toMatchObject({ made_at: '2026-11-23T04:00:00.000Z', byte_size: 64, row_count: 7 });
  });
});

describeCall(server, requestBackup, ({ succeeds, refuses }) => {
  succeeds('the next look of a worker makes it, once', async () => {
    const { db, config } = server.context;
    if (!config.backups) throw new Error('The test server has a folder for backups.');
    await addBackup(server, new Date());
    expect(await backUpIfDue(db, config.backups)).toBeNull();
    await server.call(requestBackup, { as: admin.as });
    await server.call(requestBackup, { as: admin.as });
    expect(await list()).toMatchObject({ asked_at: expect.any(String), writing_since: null });
    const made = await backUpIfDue(db, config.backups, new Date(Date.now() + 2_000));
    expect((await list()).backups[0]).toMatchObject({ name: made, row_count: expect.any(Number) });
    expect(await list()).toMatchObject({ asked_at: null, writing_since: null, failure: null });
    expect(await backUpIfDue(db, config.backups)).toBeNull();
  });
  refuses('where its folder cannot be written', 'backup.not_possible', async () => {
    await writeFile(folder(), 'a file');
    return () => server.call(requestBackup, { as: admin.as });
  });
});
