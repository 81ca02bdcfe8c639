import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError, type PostgresPrograms } from './postgresPrograms.ts';

/** The role is not a superuser, as on a hosted Postgres. */
export const APP_ROLE = 'flyerdeck';

const INITDB_OPTIONS = [
  ...['--username', 'postgres', '--no-instructions'],
  // The superuser cannot sign in: it has no password, and there is no local socket.
  ...['--auth-local', 'reject', '--auth-host', 'scram-sha-256'],
  // The locale of the machine must not change upper and lower case and the sort order.
  ...['--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
];

/** Returns the password of APP_ROLE. The caller must hold the lock of the folder. */
export async function prepareDataFolder(programs: PostgresPrograms, dataFolder: string): Promise<string> {
  const passwordFile = `${dataFolder}.password`;
  const version = await stat(join(dataFolder, 'PG_VERSION')).catch(() => null);
  if (!version) return createDataFolder(programs, dataFolder, passwordFile);
  const password = (await readFile(passwordFile, 'utf8').catch(() => '')).trim();
  return password || setPassword(programs, dataFolder, passwordFile, 'ALTER');
}

/** Renamed when it is complete, because the process can be killed meanwhile. */
async function createDataFolder(programs: PostgresPrograms, dataFolder: string, passwordFile: string): Promise<string> {
  const unfinished = `${dataFolder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    await mkdir(unfinished, { mode: 0o700 });
    if (programs.user) await chown(unfinished, programs.user.uid, programs.user.gid);
    const initdb = (locale: string) =>
      programs.run('initdb', ['-D', unfinished, ...INITDB_OPTIONS, '--locale', locale]);
    try {
      // pg_trgm uses this locale to decide which characters are letters.
      initdb('C.UTF-8');
    } catch {
      // Some minimal systems have no other locale than C.
      initdb('C');
    }
    const password = await setPassword(programs, unfinished, passwordFile, 'CREATE');
    await rename(unfinished, dataFolder);
    return password;
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST'].includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
    throw new EmbeddedPostgresError(
      `${dataFolder} holds files but no database: move them away, or set DATA_DIR to another folder.`,
      { cause },
    );
  }
}

/** Single-user mode needs no password. The server must not be running. */
async function setPassword(programs: PostgresPrograms, folder: string, passwordFile: string, verb: 'CREATE' | 'ALTER') {
  const password = randomBytes(24).toString('base64url');
  const role = `${verb} ROLE ${APP_ROLE} LOGIN CREATEDB PASSWORD '${password}'\n`;
  const database = verb === 'CREATE' ? `CREATE DATABASE flyerdeck OWNER ${APP_ROLE}\n` : '';
  programs.run('postgres', ['--single', '-D', folder, 'postgres'], role + database);
  // Last: after a crash before this the next start sets a new password.
  await writeFile(`${passwordFile}.new`, `${password}\n`, { mode: 0o600, flush: true });
  await rename(`${passwordFile}.new`, passwordFile);
  return password;
}
