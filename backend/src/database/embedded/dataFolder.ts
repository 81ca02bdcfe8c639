import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import type { PostgresBinaries } from './postgresBinaries.ts';
import type { PostgresUser } from './postgresUser.ts';
import { runCommand, type WayToRun } from './runCommand.ts';

/** The role that the product signs in as: no superuser, like the one a hosted Postgres gives. */
export const APP_ROLE = 'flyerdeck';

interface Preparation {
  dataFolder: string;
  passwordFile: string;
  binaries: PostgresBinaries;
  user: PostgresUser | null;
  way: WayToRun;
}

/** Makes the data folder when there is none yet, and returns the password of APP_ROLE. */
export async function prepareDataFolder(preparation: Preparation): Promise<string> {
  const { dataFolder, passwordFile } = preparation;
  await removeUnfinished(dataFolder);
  if (!(await exists(join(dataFolder, 'PG_VERSION')))) return createDataFolder(preparation);
  const known = (await readFile(passwordFile, 'utf8').catch(() => '')).trim();
  // A lost password costs no data: who may write to the folder may also set a new one.
  return known || setPassword('ALTER', dataFolder, preparation);
}

/** Built aside and renamed when complete: a start that is killed half-way leaves nothing that looks like a database. */
async function createDataFolder(preparation: Preparation): Promise<string> {
  const { dataFolder, user } = preparation;
  const unfinished = await mkdtemp(`${dataFolder}.new-`);
  try {
    if (user) await chown(unfinished, user.uid, user.gid);
    await initialise(unfinished, preparation);
    const password = await setPassword('CREATE', unfinished, preparation);
    await rename(unfinished, dataFolder).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== 'ENOTEMPTY' && cause.code !== 'EEXIST') throw cause;
      throw new EmbeddedPostgresError(
        `${dataFolder} holds files but no database: move them away, or set DATA_DIR to another folder.`,
        { cause },
      );
    });
    await flush(dirname(dataFolder));
    return password;
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function initialise(folder: string, { binaries, way }: Preparation): Promise<void> {
  const command = [
    ...[binaries.initdb, '--pgdata', folder, '--username', 'postgres', '--no-instructions'],
    // Nobody signs in as the superuser: it has no password, and there is no local socket.
    ...['--auth-local', 'reject', '--auth-host', 'scram-sha-256'],
    // Upper and lower case of every script, and the same order everywhere, whatever locales the machine has.
    ...['--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
  ];
  // What counts as a letter for pg_trgm comes from the system, which on a bare machine may know C only.
  let result = await runCommand(way, [...command, '--locale', 'C.UTF-8']);
  if (!result.ok && result.complaint.includes('locale')) result = await runCommand(way, [...command, '--locale', 'C']);
  if (!result.ok) throw new EmbeddedPostgresError(`Postgres could not make its data folder: ${result.complaint}`);
}

/** In Postgres's single-user mode, which asks for no password; the server must not be running. */
async function setPassword(
  verb: 'CREATE' | 'ALTER',
  folder: string,
  { binaries, way, passwordFile }: Preparation,
): Promise<string> {
  const password = randomBytes(24).toString('base64url');
  const { complaint } = await runCommand(
    way,
    [binaries.postgres, '--single', '-D', folder, 'postgres'],
    `${verb} ROLE ${APP_ROLE} LOGIN CREATEDB PASSWORD '${password}'\n`,
  );
  // Single-user mode ends well even when its statement did not.
  if (/ERROR|FATAL|PANIC/.test(complaint)) {
    throw new EmbeddedPostgresError(`Postgres could not set its password: ${complaint}`);
  }
  // Only now: a crash in between leaves a lost password, which mends itself, rather than a wrong one.
  await writePrivately(passwordFile, `${password}\n`);
  return password;
}

async function writePrivately(path: string, content: string): Promise<void> {
  const unfinished = `${path}.new`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

async function removeUnfinished(dataFolder: string): Promise<void> {
  const parent = dirname(dataFolder);
  const prefix = `${basename(dataFolder)}.new-`;
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix)) await rm(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
