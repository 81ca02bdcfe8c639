import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import {
  downloadBackup,
  listAuditEvents,
  listBackups,
  openBackup,
  requestBackup,
  updateUser,
} from '@flyerdeck/contracts';
import tar from 'tar-fs';
import { useTestServer } from '../../test/testServer.ts';
import { backUpIfDue } from '../backup/scheduledBackups.ts';
import { addBackup } from './backups.testing.ts';
import { describeCall } from './describeCall.testing.ts';
import { type Person, signUpAdmin } from './people.testing.ts';

const server = useTestServer({ BACKUP_EVERY_HOURS: '24', BACKUP_KEEP: '3' });
const folder = () => server.context.config.backups?.folder ?? '';
let admin: Person;
beforeAll(async () => {
  admin = await signUpAdmin(server);
});
beforeEach(async () => {
  await rm(folder(), { recursive: true, force: true });
  await mkdir(dirname(folder()), { recursive: true });
});

const GONE = {
  code: 'download.gone',
  sentence: 'This download has expired or was fetched already. Please export again.',
};
const list = async () => (await server.call(listBackups, { as: admin.as })).json;
const ticketFor = async (name: string) =>
  (await server.call(openBackup, { as: admin.as, params: { name } })).json.download_url.split('/').at(-1) ?? '';

describeCall(server, listBackups, ({ succeeds }) => {
  succeeds('tells that there is none yet', async () => {
    const answer = await server.call(listBackups, { as: admin.as });
    expect(answer.json).toMatchObject({ every_hours: 24, keep: 3, is_late: true, backups: [], failure: null });
    return answer;
  });
  succeeds('says that the folder can not be read', async () => {
    await writeFile(folder(), 'a file');
    const answer = await server.call(listBackups, { as: admin.as });
    expect(answer.json).toMatchObject({
      backups: [],
      failure: { error: 'This server can not read BACKUP_DIR (ENOTDIR).' },
    });
    return answer;
  });
  succeeds('lists them, newest first, with their sizes', async () => {
    await addBackup(server);
    const name = await addBackup(server, new Date());
    await addBackup(server, new Date('2026-11-22T04:00:00Z'));
    const answer = await server.call(listBackups, { as: admin.as });
    expect(answer.json.is_late).toBe(false);
    expect(answer.json.backups.map(({ name }) => name)).toEqual([name, '2026-11-23T04-00-00Z', '2026-11-22T04-00-00Z']);
    expect(answer.json.backups[1]).toMatchObject({ made_at: '2026-11-23T04:00:00.000Z', byte_size: 64, row_count: 7 });
    return answer;
  });
});

describeCall(server, requestBackup, ({ succeeds, refuses }) => {
  succeeds('the next look of a worker makes it, once', async () => {
    const { sessionDb, config } = server.context;
    if (!config.backups) throw new Error('The test server has a folder for backups.');
    await addBackup(server, new Date());
    expect(await backUpIfDue(sessionDb, config.backups)).toBeNull();
    const answer = await server.call(requestBackup, { as: admin.as });
    await server.call(requestBackup, { as: admin.as });
    expect(await list()).toMatchObject({ asked_at: expect.any(String), writing_since: null });
    const made = await backUpIfDue(sessionDb, config.backups, new Date(Date.now() + 2_000));
    expect((await list()).backups[0]).toMatchObject({ name: made, row_count: expect.any(Number) });
    expect(await list()).toMatchObject({ asked_at: null, writing_since: null, failure: null });
    expect(await backUpIfDue(sessionDb, config.backups)).toBeNull();
    return answer;
  });
  refuses(
    'where its folder can not be written',
    { code: 'backup.not_possible', sentence: 'The server cannot write to BACKUP_DIR.' },
    async () => {
      await writeFile(folder(), 'a file');
      return () => server.call(requestBackup, { as: admin.as });
    },
  );
});

describeCall(server, openBackup, ({ succeeds, refuses }) => {
  succeeds('prepares a download, which the audit log names', async () => {
    const name = await addBackup(server);
    const answer = await server.call(openBackup, { as: admin.as, params: { name } });
    const { json } = await server.call(listAuditEvents, { as: admin.as, query: {} });
    expect(json.events[0]).toMatchObject({
      act: 'exported',
      summary: expect.stringContaining(`backup, name: ${name}`),
    });
    return answer;
  });
  for (const name of ['2026-11-23T04-00-00Z', '../../etc', 'asked'])
    refuses(
      `for '${name}', which is no backup`,
      { code: 'backup.not_found', sentence: 'This backup does not exist any more.' },
      async () => () => server.call(openBackup, { as: admin.as, params: { name } }),
    );
});

describeCall(server, downloadBackup, ({ succeeds, refuses }) => {
  succeeds('sends all files as one TAR file', async () => {
    const name = await addBackup(server);
    const answer = await server.call(downloadBackup, { params: { ticket: await ticketFor(name) } });
    expect(answer.headers.get('Content-Disposition')).toBe(`attachment; filename="flyerdeck-${name}.tar"`);
    await pipeline([answer.bytes], tar.extract(join(folder(), 'unpacked')));
    expect(await readdir(join(folder(), 'unpacked'))).toEqual(['manifest.json', 'public.users.copy.gz']);
    expect(await readFile(join(folder(), 'unpacked', 'public.users.copy.gz'), 'utf8')).toBe('rows');
    return answer;
  });
  refuses('twice', GONE, async () => {
    const ticket = await ticketFor(await addBackup(server));
    await server.call(downloadBackup, { params: { ticket } });
    return () => server.call(downloadBackup, { params: { ticket } });
  });
  refuses(
    'to somebody who is no admin any more',
    { code: 'download.not_allowed', sentence: 'Only admins may download this file.' },
    async () => {
      const other = await signUpAdmin(server);
      const params = { name: await addBackup(server) };
      const { json } = await server.call(openBackup, { as: other.as, params });
      const { telegramId } = other;
      await server.call(updateUser, { as: admin.as, params: { telegramId }, body: { is_admin: false } });
      return () => server.call(downloadBackup, { params: { ticket: json.download_url.split('/').at(-1) ?? '' } });
    },
  );
});

test('a backup that was deleted after its download was prepared is gone', async () => {
  const ticket = await ticketFor(await addBackup(server));
  await rm(folder(), { recursive: true });
  expect((await server.call(downloadBackup, { params: { ticket } })).error).toMatchObject({ code: 'download.gone' });
});
