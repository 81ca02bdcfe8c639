import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreBackup } from '@flyerdeck/contracts';
import { backUp } from '../../src/operation/backup/backup.ts';
import { ERASED_ACCOUNTS } from '../../src/operation/backup/erasedAccountsFile.ts';
import { restoreOffer } from '../../src/operation/backup/firstRestore.ts';
import { readableLogger } from '../../src/server/http/smallServer.testing.ts';
import { buildUser } from '../factories.ts';
import { useTestDatabase } from '../testDatabase.ts';
import { useTestServer } from '../testServer.ts';
import { describeCall } from './describeCall.testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'flyerdeck-first-restore-'));
afterAll(() => rm(folder, { recursive: true }));
const BACKUP = join(folder, '2026-11-23T00-00-00Z');
const USERS_FILE = join(BACKUP, 'public.users.copy.gz');

const old = useTestDatabase();
const empty = useTestDatabase();
/** An installation in which nobody has signed in. */
const server = useTestServer({ BACKUP_DIR: folder, ERASURE_KEY: 'key' });

/** The time of the offered backup, and the codes in the log after the first screen was opened twice. */
async function firstScreen(changes: Partial<typeof server.context.config> = {}) {
  const { logger, lines } = readableLogger();
  const offer = restoreOffer({ ...server.context, logger, config: { ...server.context.config, ...changes } });
  const madeAt = await offer();
  await offer();
  return { madeAt, codes: lines().map(({ code }) => code as string) };
}
const NOTHING = { madeAt: null, codes: [] };
const enter = (proof: string) => server.call(restoreBackup, { body: { proof } });
const users = async () => (await server.context.pool.query('SELECT id, is_posting_active, is_active FROM users')).rows;

// In this order, because a restored installation has users.
describeCall(server, restoreBackup, ({ succeeds, refuses }) => {
  const nobodyOrNothing = 'Somebody has signed in, or there is no backup in BACKUP_DIR.';
  refuses('without a backup that has users', { code: 'restore.not_possible', sentence: nobodyOrNothing }, async () => {
    await backUp(empty.db, join(folder, '2026-11-24T00-00-00Z'));
    expect(await firstScreen()).toEqual(NOTHING);
    return () => enter('code');
  });

  const isNot = 'This is not the code in the log of the server.';
  refuses('with another code', { code: 'restore.wrong_code', sentence: isNot }, async () => {
    await buildUser(old.db, { posting: true });
    const erased = await buildUser(old.db);
    const { made_at } = await backUp(old.db, BACKUP);
    await writeFile(join(folder, ERASED_ACCOUNTS), `${erased.id} 2026-11-23T12:00:00.000Z\n`);
    expect(await firstScreen({ backups: null })).toEqual(NOTHING);
    expect(await firstScreen({ erasureKey: '' })).toEqual(NOTHING);
    const { DataSource } = await import('typeorm');
    const away = new DataSource({ type: 'postgres', url: 'postgres://127.0.0.1:1/none' }).manager;
    expect(await restoreOffer({ ...server.context, db: away })()).toBeNull();
    const { madeAt, codes } = await firstScreen();
    expect([madeAt, codes]).toEqual([made_at, [expect.stringMatching(/^[0-9a-f]{24}$/)]]);
    for (const wrong of ['0'.repeat(24), 'ä'.repeat(12), 'short']) expect((await enter(wrong)).error.error).toBe(isNot);
    return () => enter(`${codes[0]}0`);
  });

  const damaged = /^public.users.copy.gz (cannot be read|differs)/;
  refuses('with a damaged backup', { code: 'restore.not_possible', sentence: damaged }, async () => {
    const bytes = await readFile(USERS_FILE);
    await writeFile(USERS_FILE, bytes.subarray(0, -1));
    const { codes } = await firstScreen();
    return () => enter(codes[0] ?? '').finally(() => writeFile(USERS_FILE, bytes));
  });

  succeeds('restores the newest backup with users, pauses posting, and erases accounts again', async () => {
    const { madeAt, codes } = await firstScreen();
    expect((await enter(codes[0] ?? '')).json).toEqual({ made_at: madeAt });
    expect((await users()).map(({ id, ...user }) => user)).toEqual(
      expect.arrayContaining([
        { is_posting_active: false, is_active: true },
        { is_posting_active: false, is_active: false },
      ]),
    );
    expect(await firstScreen()).toEqual(NOTHING);
    expect((await enter(codes[0] ?? '')).error).toEqual({ code: 'restore.not_possible', error: nobodyOrNothing });
    expect(await users()).toHaveLength(2);
  });
});
