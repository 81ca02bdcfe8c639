import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { startSeparateProcess } from '../../test/separateProcess.ts';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embeddedPostgres.ts';

let started: EmbeddedPostgres[] = [];
/** Created once and copied for each test, because a first start takes many times as long as a later one. */
let parent: string;
let usedDataDir: string;
let dataDir: string;

beforeAll(async () => {
  parent = await makeFolder();
  usedDataDir = join(parent, 'data');
  await start({ dataDir: usedDataDir });
  await stopAll();
});

async function stopAll(): Promise<void> {
  await Promise.all(started.map((postgres) => postgres.stop()));
  started = [];
}

async function copyDataDir(): Promise<string> {
  const copy = await makeFolder();
  await promisify(execFile)('cp', ['-a', `${usedDataDir}/.`, copy]);
  return copy;
}

afterAll(() => rm(parent, { recursive: true, force: true }));

/** The folder has mode 0700. Run as root, each test also proves that Postgres works in a folder that its user cannot open. */
function makeFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'flyerdeck-embedded-'));
}

async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' }, ...options });
  started.push(postgres);
  return postgres;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

function isAlive(pid: number | undefined): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

describe('one Postgres', () => {
  let shared: EmbeddedPostgres;
  const lines: string[] = [];
  beforeAll(async () => {
    dataDir = await copyDataDir();
    shared = await start({ log: (line) => lines.push(line) });
  });
  afterAll(async () => {
    await stopAll();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('a start on a folder in use fails with one sentence, also by another path to the folder', async () => {
    const sentence = `Another Flyerdeck is already running on DATA_DIR ${dataDir}.`;
    const link = `${dataDir}-link`;
    await symlink(dataDir, link);
    try {
      await expect(start()).rejects.toThrow(sentence);
      await expect(start({ dataDir: link })).rejects.toThrow(sentence);
    } finally {
      await rm(link);
    }
    expect(await query(shared.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('Postgres listens on the loopback address only, and on no local socket', async () => {
    const { url } = shared;
    const port = Number(new URL(url).port);
    const canConnect = (host: string) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host, port, timeout: 1_000 });
        const answer = (reached: boolean) => () => {
          socket.destroy();
          resolve(reached);
        };
        socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false));
      });
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .map(({ address }) => address)
      .filter((address) => address !== '127.0.0.1');
    expect(await canConnect('127.0.0.1')).toBe(true);
    for (const host of [...others, '127.0.0.2']) expect([host, await canConnect(host)]).toEqual([host, false]);
    // The default path of the socket of Postgres.
    await expect(stat(`/tmp/.s.PGSQL.${port}`)).rejects.toThrow('ENOENT');
  });

  test('the password is stored in a file that only its owner can read, and is not logged', async () => {
    const { url } = shared;
    const { password } = new URL(url);
    expect(await readFile(join(dataDir, 'postgres.password'), 'utf8')).toBe(`${password}\n`);
    expect((await stat(join(dataDir, 'postgres.password'))).mode & 0o777).toBe(0o600);
    expect(lines.join('\n')).toContain('ready to accept connections');
    expect(lines.join('\n')).not.toContain(password);
  });

  test('stop ends the process, although clients are connected, and may be called twice; the next start has the same data and URL', async () => {
    expect(isAlive(shared.pid)).toBe(true);
    await query(shared.url, `CREATE TABLE kept AS SELECT 'flyer' AS thing`);
    const client = new Client({ connectionString: shared.url });
    const dropped = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    await client.query('BEGIN');
    await Promise.all([shared.stop(), shared.stop()]);
    await expect(dropped).resolves.toBeInstanceOf(Error);
    expect(isAlive(shared.pid)).toBe(false);
    await expect(shared.exited).resolves.toEqual({ expected: true, reason: 'exit code 0' });
    const second = await start();
    expect(await query(second.url, 'SELECT thing FROM kept')).toEqual([{ thing: 'flyer' }]);
    expect(second.url).toBe(shared.url);
  });
});

describe('on a copy of the data', () => {
  beforeEach(async () => {
    dataDir = await copyDataDir();
  });
  afterEach(async () => {
    await stopAll();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('an unexpected end of Postgres is reported and logged, and the next start has all committed data', async () => {
    const lines: string[] = [];
    const first = await start({ log: (line) => lines.push(line) });
    await query(first.url, 'CREATE TABLE kept ()');
    process.kill(Number(first.pid), 'SIGKILL');
    await expect(first.exited).resolves.toEqual({ expected: false, reason: 'signal SIGKILL' });
    expect(lines).toContain('Postgres ended by itself (signal SIGKILL).');
    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT * FROM kept')).toEqual([]);
  });

  // Only Linux sends a signal to a process when its parent ends.
  if (process.platform === 'linux') {
    test('Postgres ends when its Flyerdeck process is killed, and the next start has all committed data', async () => {
      const killed = await startSeparateProcess(`
      import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embeddedPostgres.ts'))};
      const { url, pid } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
      console.log(JSON.stringify({ url, pid }));
      setInterval(() => undefined, 60_000);
    `);
      const { url, pid } = JSON.parse(killed.firstLine) as { url: string; pid: number };
      await query(url, 'CREATE TABLE kept ()');
      await killed.kill();
      // Starts immediately, while the first Postgres may still be shutting down.
      const second = await start();
      while (isAlive(pid)) await sleep(20);
      expect(await query(second.url, 'SELECT * FROM kept')).toEqual([]);
    });
  }
});
