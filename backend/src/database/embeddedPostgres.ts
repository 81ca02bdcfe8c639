import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureDatabase } from './embedded/appDatabase.ts';
import { APP_ROLE, prepareDataFolder } from './embedded/dataFolder.ts';
import { EmbeddedPostgresError } from './embedded/embeddedPostgresError.ts';
import { holdFolder } from './embedded/folderHold.ts';
import { freeLoopbackPort, LOOPBACK, lastPortOf } from './embedded/loopbackPort.ts';
import { stopOrphan } from './embedded/orphan.ts';
import { postgresBinaries } from './embedded/postgresBinaries.ts';
import { launchPostgres, type PostgresExit, type PostgresProcess } from './embedded/postgresProcess.ts';
import { choosePostgresUser } from './embedded/postgresUser.ts';
import type { WayToRun } from './embedded/runCommand.ts';
import { findWayToRun } from './embedded/wayToRun.ts';

export interface EmbeddedPostgresOptions {
  /** The data lies in its folder `postgres`, the password beside it in `postgres.password`. */
  dataDir: string;
  /** Gets each line that Postgres says, and ours about it. */
  log?: (line: string) => void;
  /** Server settings in place of the usual ones; tests trade durability for speed with them. */
  settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  /** Of the database `flyerdeck`. It holds the password: keep it out of logs. The same after a restart if the port is free. */
  url: string;
  pid: number | undefined;
  /** Resolves when the server is gone; `expected` is false when nobody called stop(). */
  exited: Promise<PostgresExit>;
  /** Resolves when the process is gone, after at most about 13 s. Safe to call again. */
  stop(): Promise<void>;
}

const USUAL_SETTINGS = {
  listen_addresses: LOOPBACK,
  // No local socket: nothing lies in /tmp, and no path is too long for one.
  unix_socket_directories: '',
  max_connections: '100',
  // As in docker-compose.yml: the space of old index entries is used again soon (decision 0013).
  autovacuum_naptime: '15s',
  // Not the machine's: its words and times would be in the log, and initdb would have kept those of the first start.
  lc_messages: 'C',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

/** How long a start waits for what an earlier run left behind, such as a backend that has not seen its server die yet. */
const RETRY_FOR_MS = 15_000;
const RETRY_EVERY_MS = 250;

/**
 * Starts the Postgres that came with the npm packages on `dataDir`, making its database at the first start, and takes
 * over from a server that an earlier, killed run left behind.
 * @throws EmbeddedPostgresError with one sentence for people: folder in use, closed to Postgres, not ours, ...
 */
export async function startEmbeddedPostgres({
  dataDir,
  log = () => undefined,
  settings = {},
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(dataDir, { recursive: true });
  const home = await realpath(dataDir);
  const hold = await holdFolder(home);
  if (!hold) throw new EmbeddedPostgresError(`Another Flyerdeck is already running on DATA_DIR ${home}.`);
  try {
    const dataFolder = join(home, 'postgres');
    const passwordFile = join(home, 'postgres.password');
    const binaries = postgresBinaries();
    const user = await choosePostgresUser(dataFolder);
    const way = await findWayToRun(user, { postgres: binaries.postgres, folder: home });
    await stopOrphan(dataFolder, log);
    const password = await prepareDataFolder({ dataFolder, passwordFile, binaries, user, way });

    const { server, port } = await launch({ way, postgres: binaries.postgres, dataFolder, settings, log });
    const url = `postgres://${APP_ROLE}:${password}@${LOOPBACK}:${port}/flyerdeck`;
    try {
      await ensureDatabase(url, passwordFile);
    } catch (error) {
      await server.stop();
      throw error;
    }
    const exited = server.exited.then(async (exit) => {
      if (!exit.expected) log(`Postgres ended by itself (${exit.reason}).`);
      await hold.release();
      return exit;
    });
    const stop = () => server.stop().then(() => exited.then(() => undefined));
    return { url, pid: server.pid, exited, stop };
  } catch (error) {
    await hold.release();
    throw error;
  }
}

interface Launch {
  way: WayToRun;
  postgres: string;
  dataFolder: string;
  settings: Readonly<Record<string, string>>;
  log: (line: string) => void;
}

async function launch({ way, postgres, dataFolder, settings, log }: Launch): Promise<{
  server: PostgresProcess;
  port: number;
}> {
  const flags = Object.entries({ ...USUAL_SETTINGS, ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const giveUpAt = Date.now() + RETRY_FOR_MS;
  let port = await freeLoopbackPort(await lastPortOf(dataFolder));
  for (;;) {
    const server = launchPostgres(way, [postgres, '-D', dataFolder, '-p', `${port}`, ...flags], log);
    const outcome = await server.started;
    if (outcome === 'ready') return { server, port };
    if (Date.now() > giveUpAt || !/could not bind|already exists|still in use/.test(outcome.failure)) {
      throw new EmbeddedPostgresError(
        outcome.failure.includes('still in use')
          ? `A query of an earlier, killed Postgres is still running on ${dataFolder}: wait for it or end its process.`
          : `Postgres did not start: ${outcome.failure}`,
      );
    }
    // Somebody took the port since we looked, or a server of an earlier run was only just starting or still ending.
    port = await freeLoopbackPort();
    await stopOrphan(dataFolder, log);
    await sleep(RETRY_EVERY_MS);
  }
}
