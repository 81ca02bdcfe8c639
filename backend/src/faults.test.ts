import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { useTestDatabase } from '../test/testDatabase.ts';
import { readConfig } from './config.ts';
import { EmbeddedPostgresError } from './database/embedded/postgresPrograms.ts';
import { startEmbeddedPostgres } from './database/embeddedPostgres.ts';
import { closeDatabase, openDatabase } from './dataSource.ts';
import { exitStatusOf, type FaultSettings, sentenceOf } from './faults.ts';
import { makeFolder } from './makeFolder.ts';

const database = useTestDatabase({ isEmpty: true });
const BOT_TOKEN = `123456:${'A'.repeat(35)}`;
let folder = '';
let webServer: ReturnType<typeof createHttp>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'flyerdeck-faults-'));
  await writeFile(join(folder, 'file'), '');
  await writeFile(join(folder, 'empty'), ' \n');
  webServer = createHttp().listen(0, '127.0.0.1');
  await once(webServer, 'listening');
});
afterAll(async () => {
  webServer.closeAllConnections();
  webServer.close();
  await rm(folder, { recursive: true });
});

const open = async (change: (url: URL) => void) => {
  const url = new URL(database.url);
  change(url);
  await closeDatabase(await openDatabase(url.href, { poolSize: 1, keptOpen: 0 }));
};
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
const listen = async ({ host = '127.0.0.1', port = 0 }: FaultSettings) => {
  const server = createServer().listen(port, host);
  await once(server, 'listening').finally(() => server.close());
};
/** As Postgres and Node report faults that a test cannot cause. */
const reported = (code: string, message: string, more = {}) =>
  Promise.reject(Object.assign(new Error(message), { code, ...more }));
const inData = { dataDir: '/data' };

/** What fails by a mistake of an operator, the sentence, and the settings that the sentence names. */
const FAULTS: [fail: () => unknown, sentence: string | RegExp, settings?: FaultSettings][] = [
  [() => open((url) => (url.port = '1')), 'Postgres at DATABASE_URL does not answer (127.0.0.1 refuses port 1).'],
  [
    () => reported('ECONNREFUSED', '', { errors: [{ address: '::1', port: 5432, message: '' }] }),
    'Postgres at DATABASE_URL does not answer (::1 refuses port 5432).',
  ],
  [
    () => reported('ENOTFOUND', 'getaddrinfo ENOTFOUND db', { syscall: 'getaddrinfo', hostname: 'db' }),
    'DATABASE_URL names the host db, which is not known.',
  ],
  [
    () => open((url) => (url.password = 'wrong')),
    /^Postgres refuses the user or the password of DATABASE_URL: password authentication failed for user "\w+"\.$/,
  ],
  [
    // A connection attempt without a password would stay open for a minute.
    () => Promise.reject(new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string')),
    'Postgres asks for a password, and DATABASE_URL has none.',
  ],
  [
    () => reported('28000', 'no pg_hba.conf entry for host "10.0.0.2"'),
    'Postgres does not let the user of DATABASE_URL in: no pg_hba.conf entry for host "10.0.0.2".',
  ],
  [
    () => open((url) => (url.pathname = '/missing')),
    'Postgres has no such database: database "missing" does not exist. Create it, owned by the user of DATABASE_URL.',
  ],
  [
    () => open((url) => (url.port = String(portOf(webServer)))),
    'What answers at DATABASE_URL closes the connection: is it Postgres, and is the port right?',
  ],
  [
    () => reported('ETIMEDOUT', 'connect ETIMEDOUT', { syscall: 'connect' }),
    'Postgres at DATABASE_URL cannot be reached: check the address, the network and the firewall.',
  ],
  [
    () => reported('25006', 'cannot execute CREATE TABLE in a read-only transaction'),
    'The database is read-only: DATABASE_URL must be the primary, not a standby.',
  ],
  [
    () => reported('08P01', 'unsupported startup parameter: lock_timeout'),
    'DATABASE_URL is that of a pooler in transaction mode: set it to Postgres itself.',
  ],
  [
    () => reported('42501', 'permission denied for schema public'),
    'The user of DATABASE_URL must own the database: permission denied for schema public.',
  ],
  [
    () => reported('0A000', 'extension "pg_trgm" is not available'),
    'Postgres lacks a feature that Flyerdeck needs: extension "pg_trgm" is not available.',
  ],
  [() => reported('53100', 'could not extend file: No space left on device'), 'The disk of Postgres is full.'],
  [
    () => reported('53300', 'sorry, too many clients already'),
    'Postgres has no connection left: raise its max_connections, or run fewer processes.',
  ],
  [
    () => reported('57P03', 'the database system is starting up'),
    'Postgres at DATABASE_URL is not ready: the database system is starting up.',
  ],
  [
    () => listen({ port: portOf(webServer) }),
    'Port 8080 on 127.0.0.1 is already in use. Set PORT to another one.',
    { host: '127.0.0.1', port: 8080 },
  ],
  [
    () => reported('EACCES', 'listen EACCES', { syscall: 'listen' }),
    'This user may not listen on port 80 of 0.0.0.0. Set PORT to a number from 1024 on.',
    { host: '0.0.0.0', port: 80 },
  ],
  [
    () => listen({ host: '192.0.2.1' }),
    'HOST 192.0.2.1 is no address of this machine. Set it to 0.0.0.0 or 127.0.0.1.',
    { host: '192.0.2.1' },
  ],
  [
    () => reported('ENOTFOUND', 'getaddrinfo ENOTFOUND', { syscall: 'getaddrinfo', hostname: 'my.host' }),
    'HOST my.host is no known name. Set it to 0.0.0.0 or 127.0.0.1.',
    { host: 'my.host' },
  ],
  [
    () => reported('EACCES', 'EACCES', { syscall: 'mkdir', path: '/data/postgres.new' }),
    'DATA_DIR: This user may not use /data/postgres.new.',
    inData,
  ],
  [
    () => reported('EROFS', 'EROFS', { syscall: 'mkdir', path: '/data' }),
    'DATA_DIR: /data is on a read-only file system.',
    inData,
  ],
  [
    () => Promise.reject(new EmbeddedPostgresError('initdb: could not write: No space left on device')),
    'The disk of /data is full.',
    inData,
  ],
  [
    () => makeFolder(join(folder, 'file', 'data')),
    /flyerdeck-faults-\w+\/file\/data is not in a folder: a part of the path is a file\.$/,
  ],
  [() => makeFolder('/etc/passwd'), '/etc/passwd is no folder.'],
  [
    () => startEmbeddedPostgres({ dataDir: '/proc/flyerdeck' }),
    'DATA_DIR: /proc/flyerdeck does not exist and cannot be made.',
    { dataDir: '/proc/flyerdeck' },
  ],
  [() => readFile('/no/file'), '/no/file does not exist.'],
  [
    () => reported('ENOSPC', 'ENOSPC: no space left on device, write', { syscall: 'write' }),
    'The disk of /backups is full.',
    { writesTo: '/backups' },
  ],
  [() => makeFolder(`/tmp/${'a'.repeat(300)}`), /^The path \/tmp\/a+ is too long\.$/],
  [
    () => reported('EMFILE', 'EMFILE', { syscall: 'open', path: '/backups/users.copy.gz' }),
    'Too many files are open, so that /backups/users.copy.gz cannot be used: raise the limit (ulimit -n).',
  ],
];

test.each(FAULTS.map(([fail, sentence, settings]) => ({ fail, sentence, settings })))(
  '$sentence Exit status 1.',
  async (fault) => {
    const { fail, sentence, settings = {} } = fault;
    const error = await Promise.resolve(fail()).then(
      () => new Error('nothing failed'),
      (thrown: unknown) => thrown,
    );
    expect(sentenceOf(error, settings)).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
    expect(exitStatusOf(error)).toBe(1);
  },
);

test.each<[mistake: string, env: Record<string, string>, sentence: string | RegExp]>([
  [
    'a worker without an address of the web app',
    { BOT_TOKEN, ROLE: 'worker' },
    'A worker without the api role needs PUBLIC_URL or INTERNAL_URL to take screenshots.',
  ],
  ['a letter too few', { BOT_TOKEN, DATABSE_URL: 'x' }, 'DATABSE_URL is no setting. Did you mean DATABASE_URL?'],
  ['a word too many', { TELEGRAM_BOT_TOKEN: 'x' }, 'TELEGRAM_BOT_TOKEN is no setting. Did you mean BOT_TOKEN?'],
  [
    'a secret file that is missing',
    { BOT_TOKEN_FILE: '/run/secrets/none' },
    'The file /run/secrets/none, which BOT_TOKEN_FILE names, cannot be read.',
  ],
  ['a setting given twice', { BOT_TOKEN, BOT_TOKEN_FILE: '/dev/null' }, /^BOT_TOKEN and BOT_TOKEN_FILE are both set/],
])('%s: one sentence, and exit status 2', (_mistake, env, sentence) => {
  try {
    readConfig(env);
  } catch (error) {
    expect((sentenceOf(error) ?? '').split('\n')[0]).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
    expect(exitStatusOf(error)).toBe(2);
    return;
  }
  throw new Error('no setting is refused');
});

const run = (script: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: { ...process.env, AUTH_MODE: 'mock', ...env },
  }).then(
    () => ({ code: 0, stdout: '', stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  );

test('the server prints the sentence and nothing else, and ends with the exit status', async () => {
  const missing = new URL('/missing', database.url).href;
  const [start, setting] = await Promise.all([
    run('main.ts', [], { DATABASE_URL: missing }),
    run('main.ts', [], { PORT: 'http' }),
  ]);
  expect(start).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Postgres has no such database: .+\.\n$/),
  });
  expect(setting).toEqual({ code: 2, stdout: '', stderr: expect.stringMatching(/^PORT must .+\.\n$/) });
});
