import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder } from '../makeFolder.ts';
import { APP_ROLE, prepareDataFolder } from './embedded/dataFolder.ts';
import { lockFolder } from './embedded/folderLock.ts';
import { freeLoopbackPort, LOOPBACK, lastPortOf } from './embedded/loopbackPort.ts';
import {
  EmbeddedPostgresError,
  FolderInUse,
  findPostgresPrograms,
  type PostgresPrograms,
} from './embedded/postgresPrograms.ts';

export interface EmbeddedPostgresOptions {
  /** Data in its folder `postgres`, the password in its file `postgres.password`. */
  dataDir: string;
  /** Also gets messages about an unexpected end. */
  log?: (line: string) => void;
  /** Tests turn off durability for speed. */
  settings?: Readonly<Record<string, string>>;
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

const SETTINGS = {
  listen_addresses: LOOPBACK,
  unix_socket_directories: '',
  max_connections: '100',
  // The same value as in docker-compose.yml (decision 0013).
  autovacuum_naptime: '15s',
  // initdb would write the machine's language and time zone.
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};
/** Milliseconds until a fast shutdown, an immediate one (the next start recovers from the write-ahead log), and a kill. */
const STOP_SIGNALS = { SIGINT: 0, SIGQUIT: 5_000, SIGKILL: 11_000 };
/** A Postgres of a killed Flyerdeck may still be shutting down, or another process has taken the port. */
const RETRY_FOR_MS = 15_000;
const RETRY_EVERY_MS = 250;

const urlOf = (password: string, port: number | undefined) =>
  `postgres://${APP_ROLE}:${password}@${LOOPBACK}:${port}/flyerdeck`;

/** Contains the password: do not log it. */
export async function urlOfRunningPostgres(dataDir: string): Promise<string> {
  const password = await readFile(join(dataDir, 'postgres.password'), 'utf8');
  return urlOf(password.trim(), await lastPortOf(join(dataDir, 'postgres')));
}

/** The first start creates the database. @throws EmbeddedPostgresError for example if the folder is in use, of another Postgres version, or of another user */
export async function startEmbeddedPostgres({ dataDir, log = () => {}, settings = {} }: EmbeddedPostgresOptions) {
  await makeFolder(dataDir);
  const home = await realpath(dataDir);
  const lock = await lockFolder(home);
  if (!lock) throw new FolderInUse(`Another Flyerdeck is already running on DATA_DIR ${home}.`);
  try {
    const dataFolder = join(home, 'postgres');
    const programs = await findPostgresPrograms(home, dataFolder);
    const password = await prepareDataFolder(programs, dataFolder);
    const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const giveUpAt = Date.now() + RETRY_FOR_MS;
    let port = await freeLoopbackPort(await lastPortOf(dataFolder));
    for (;;) {
      const server = startServer(programs, ['-D', dataFolder, '-p', `${port}`, ...flags], log);
      const problem = await server.started;
      if (problem === null) {
        const exited = server.exited.finally(() => lock[Symbol.asyncDispose]());
        return {
          /** Contains the password: do not log it. Stays the same after a restart if the port is free. */
          url: urlOf(password, port),
          pid: server.pid,
          /** `expected` is false if stop() was not called. */
          exited,
          /** Takes at most about 12 s. Can be called again. */
          stop: async () => {
            await server.stop();
            await exited;
          },
        };
      }
      if (Date.now() > giveUpAt || !/could not create any TCP|already exists|still in use/.test(problem)) {
        throw new EmbeddedPostgresError(`Postgres did not start: ${problem}`);
      }
      port = await freeLoopbackPort();
      await sleep(RETRY_EVERY_MS);
    }
  } catch (error) {
    await lock[Symbol.asyncDispose]();
    throw error;
  }
}

function startServer(programs: PostgresPrograms, args: readonly string[], log: (line: string) => void) {
  const child = programs.spawnServer(args);
  let expected = false;
  const exited = new Promise<{ expected: boolean; reason: string }>((resolve) => {
    child.once('close', (code, signal) => {
      const reason = signal ? `signal ${signal}` : `exit code ${code}`;
      if (!expected) log(`Postgres ended by itself (${reason}).`);
      resolve({ expected, reason });
    });
  });
  /** Null when the server accepts connections, else the reason why it did not start. */
  const started = new Promise<string | null>((resolve) => {
    const problems: string[] = [];
    createInterface(child.stderr).on('line', (line) => {
      log(line);
      problems.push(...(/(?<=(FATAL|PANIC|DETAIL|HINT):\s+)\S.*/.exec(line)?.slice(0, 1) ?? []));
      if (line.includes('database system is ready to accept connections')) resolve(null);
    });
    void exited.then(({ reason }) => resolve(problems.join(' ') || reason));
  });
  const stop = async () => {
    expected = true;
    const timers = Object.entries(STOP_SIGNALS).map(([signal, afterMs]) =>
      setTimeout(() => child.kill(signal as NodeJS.Signals), afterMs),
    );
    await exited;
    timers.forEach(clearTimeout);
  };
  return { pid: child.pid, started, exited, stop };
}
