import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { me } from '@flyerdeck/contracts';
import '../../../test/typescriptInChildren.ts';
import { signUp } from '../../../test/api/people.testing.ts';
import { useTestDatabase } from '../../../test/testDatabase.ts';
import { useTestServer } from '../../../test/testServer.ts';
import { readConfig } from '../../config.ts';
import { urlOf } from '../../database/pool.ts';
import { ERASED_ACCOUNTS, listErasedAccounts } from '../backup/erasedAccountsFile.ts';
import { allChecks } from '../doctor/doctor.ts';
import { flyerdeck } from './flyerdeck.ts';

const server = useTestServer();
const restored = useTestDatabase();
const NO_DATABASE = 'postgres://nobody@127.0.0.1:1/none';
const environment = process.env;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flyerdeck-commands-'));
});
afterAll(async () => {
  process.env = environment;
  await rm(folder, { recursive: true });
});

/** What the last command printed. */
let shown = '';
/** What the command prints. */
async function run(args: readonly string[], databaseUrl = urlOf(server.context.db)): Promise<string> {
  process.env = { ...environment, DATABASE_URL: databaseUrl, ERASURE_KEY: 'a key', BACKUP_DIR: folder };
  const printed: string[] = [];
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  await flyerdeck(args).finally(() => {
    write.mockRestore();
    shown = printed.join('');
  });
  return shown;
}
/** Of the audit log, of this user, that no admin has caused. */
const eventsOf = async ({ id }: { id: string }): Promise<string[]> => {
  const text = 'SELECT event FROM audit_events WHERE target_id = $1 AND admin_id IS NULL ORDER BY seq';
  return (await server.context.pool.query(text, [id])).rows.map(({ event }) => event);
};

test('a mistake in the command line ends the process with status 2 and the list of commands', () => {
  const started = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../flyerdeck.ts'), ...args],
      {
        env: { ...process.env, DATABASE_URL: NO_DATABASE },
        encoding: 'utf8',
      },
    );
    return { status, printed: stdout + stderr };
  };
  const list = started('sessions');
  expect(list).toEqual({ status: 2, printed: expect.stringMatching(/^flyerdeck doctor .+\n/) });
  const others = 'books users make-admin end-sessions erase erase-again backup restore migrate';
  for (const name of others.split(' ')) {
    expect(list.printed).toContain(`flyerdeck ${name} `);
  }
  expect(started('migrate')).toEqual({
    status: 1,
    printed: 'Postgres at DATABASE_URL does not answer (127.0.0.1 refuses port 1).\n',
  });
});

test('books prints each row that is not explained, and fails', async () => {
  expect(await run(['books'])).toBe('The books explain 100 %.\n');
  const { id } = await signUp(server);
  const add = (credits: number) =>
    server.context.pool.query('UPDATE users SET credits_balance = credits_balance + $2 WHERE id = $1', [id, credits]);
  await add(1);
  await expect(run(['books'])).rejects.toThrow('The books do not explain 1 row.');
  expect(shown).toBe(
    `balance  user ${id}: expected balance 150, bought 0, spent 0; found balance 151, bought 0, spent 0\n`,
  );
  await add(-1);
});

test('the first admin is made with a command, which the audit log shows', async () => {
  const person = await signUp(server);
  expect(await run(['users', person.telegramId])).toMatch(
    new RegExp(`^${person.telegramId}\t.*\tuser\tactive\t0 pages\t150 credits\t20\\d\\d-.*\n$`),
  );
  expect(await run(['make-admin', person.telegramId])).toBe(`The user ${person.telegramId} is an admin now.\n`);
  expect((await server.call(me, { as: person.as })).json).toMatchObject({ is_admin: true });
  expect(await run(['make-admin', person.telegramId])).toContain('is an admin already');
  expect(await eventsOf(person)).toEqual(['promoted']);
  expect(await run(['users', 'nobody has this name'])).toBe('There is no such user.\n');
});

test('the sessions of one user end, or those of all', async () => {
  const [one, other] = [await signUp(server), await signUp(server)];
  const statusOf = async ({ as }: typeof one) => (await server.call(me, { as })).status;
  expect(await run(['end-sessions', one.telegramId])).toBe('1 session ended.\n');
  expect([await statusOf(one), await statusOf(other)]).toEqual([401, 200]);
  expect(await run(['end-sessions', 'all'])).toMatch(/^\d+ sessions? ended\.\n$/);
  expect(await statusOf(other)).toBe(401);
  expect([await eventsOf(one), await eventsOf(other)]).toEqual([['sessions_ended'], ['sessions_ended']]);
});

test('accounts that were erased after a backup are erased again after it was restored', async () => {
  const [erased, kept] = [await signUp(server), await signUp(server)];
  const backup = join(folder, 'backup');
  expect(await run(['backup', backup])).toMatch(/^\d+ rows of \d+ tables, as of 20.*, are backed up in .*backup\.\n$/);
  expect(await run(['erase', erased.telegramId])).toContain('The account is erased.');
  expect(await eventsOf(erased)).toEqual(['erased']);
  await listErasedAccounts(server.context.db, folder, new Date(0));
  await listErasedAccounts(server.context.db, folder, new Date(0));
  expect(await readFile(join(folder, ERASED_ACCOUNTS), 'utf8')).toMatch(new RegExp(`^${erased.id} 20\\S+Z\n$`));

  const list = join(backup, '..', ERASED_ACCOUNTS);
  expect(await run(['restore', backup], restored.url)).toMatch(
    new RegExp(`restored from ${backup}\\.\nNow erase the accounts again .*: flyerdeck erase-again ${list}\n$`),
  );
  // As a former admin of the backup, whom another admin demoted before the erasure.
  await restored.pool.query('UPDATE users SET is_admin = true WHERE id = $1', [erased.id]);
  const erasures = () => {
    const config = readConfig({ AUTH_MODE: 'mock', BACKUP_DIR: folder });
    return allChecks(config, restored.db)
      .find(({ name }) => name === 'Erasures')
      ?.find();
  };
  expect(await erasures()).toEqual(['1 erased account is in the database again: run flyerdeck erase-again.']);
  expect(await run(['erase-again'], restored.url)).toBe(`1 account in ${list}: 1 erased again.\n`);
  expect(await erasures()).toEqual([]);
  const left = await restored.pool.query('SELECT id, erased_at IS NOT NULL AS erased FROM users WHERE id = ANY ($1)', [
    [erased.id, kept.id],
  ]);
  expect(new Map(left.rows.map(({ id, erased }) => [id, erased]))).toEqual(
    new Map([
      [erased.id, true],
      [kept.id, false],
    ]),
  );
  expect(
    (await restored.pool.query(`SELECT 1 FROM graphile_worker.jobs WHERE key = 'erase:${erased.id}'`)).rowCount,
  ).toBe(1);
  expect(await run(['erase-again', list], restored.url)).toBe(`1 account in ${list}: 0 erased again.\n`);
});

test('without the key of the hashes nothing is erased', async () => {
  const { telegramId } = await signUp(server);
  process.env = { ...environment, DATABASE_URL: urlOf(server.context.db) };
  await expect(flyerdeck(['erase', telegramId])).rejects.toThrow('Set ERASURE_KEY or BOT_TOKEN');
});
