import { mkdtempSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { restoreBackup } from '@flyerdeck/contracts';
import { buildUser } from '../../../test/factories.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { readableLogger } from '../../server/http/smallServer.testing.ts';
import { backUp } from './backup.ts';
import { ERASED_ACCOUNTS } from './erasedAccountsFile.ts';
import { restoreOffer } from './firstRestore.ts';

const folder = mkdtempSync(join(tmpdir(), 'flyerdeck-first-restore-'));
afterAll(() => rm(folder, { recursive: true }));

const old = useTestDatabase();
const empty = useTestDatabase();
const server = useTestServer({ BACKUP_DIR: folder, ERASURE_KEY: 'key' });

/** The time of the offered backup, and the code in the log. */
async function firstScreen(changes: Partial<typeof server.context.config> = {}) {
  const { logger, lines } = readableLogger();
  const offer = restoreOffer({ ...server.context, logger, config: { ...server.context.config, ...changes } });
  const madeAt = await offer();
  await offer();
  return { madeAt, codes: lines().map(({ code }) => code as string) };
}
const enter = async (proof: string) => {
  const { status, json, error } = await server.call(restoreBackup, { body: { proof } });
  return status === 200 ? json : { status, code: error.code };
};
const users = async () => (await server.context.pool.query('SELECT id, is_posting_active, is_active FROM users')).rows;

test('the first screen of an empty installation restores the newest backup with users, with the code of the log', async () => {
  expect(await firstScreen()).toEqual({ madeAt: null, codes: [] });
  const posting = await buildUser(old.db, { posting: true });
  const erased = await buildUser(old.db);
  const { made_at } = await backUp(old.db, join(folder, '2026-11-23T00-00-00Z'));
  await backUp(empty.db, join(folder, '2026-11-24T00-00-00Z'));
  await writeFile(join(folder, ERASED_ACCOUNTS), `${erased.id} 2026-11-23T12:00:00.000Z\n`);

  const nothing = { madeAt: null, codes: [] };
  expect(await firstScreen({ backups: null })).toEqual(nothing);
  expect(await firstScreen({ erasureKey: '' })).toEqual(nothing);
  const { madeAt, codes } = await firstScreen();
  expect([madeAt, codes]).toEqual([made_at, [expect.stringMatching(/^[0-9a-f]{24}$/)]]);
  const [code = ''] = codes;
  for (const wrong of ['0'.repeat(24), code.slice(1), `${code}0`, 'ä'.repeat(12)])
    expect(await enter(wrong)).toEqual({ status: 403, code: 'restore.wrong_code' });
  const file = join(folder, '2026-11-23T00-00-00Z', 'public.users.copy.gz');
  const undamaged = await readFile(file);
  await writeFile(file, undamaged.subarray(0, -1));
  expect(await enter(code)).toEqual({ status: 409, code: 'restore.not_possible' });
  expect(await users()).toEqual([]);

  await writeFile(file, undamaged);
  expect(await enter(code)).toEqual({ made_at });
  const restored = [
    { id: posting.id, is_posting_active: false, is_active: true },
    { id: erased.id, is_posting_active: false, is_active: false },
  ];
  expect(await users()).toEqual(expect.arrayContaining(restored));
  expect(await firstScreen()).toEqual(nothing);
  expect(await enter(code)).toEqual({ status: 409, code: 'restore.not_possible' });
  expect(await users()).toHaveLength(2);
});
