import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import type { PostgresPrograms } from './postgresPrograms.ts';

/** The role and the database of the product. The role is no superuser, as on a hosted Postgres. */
export const APP_ROLE = 'flyerdeck';

const INITDB_OPTIONS = [
  ...['--username', 'postgres', '--no-instructions'],
  // The superuser has no password, and there is no local socket: nobody can sign in as it.
  ...['--auth-local', 'reject', '--auth-host', 'scram-sha-256'],
  // The same letter case and sort order on every machine.
  ...['--encoding', 'UTF8', '--locale-provider', 'builtin', '--builtin-locale', 'C.UTF-8'],
];

/** Creates the data folder at the first start. Returns the password of APP_ROLE. Call it while holding the folder. */
export async function prepareDataFolder(programs: PostgresPrograms, dataFolder: string): Promise<string> {
  const passwordFile = `${dataFolder}.password`;
  const isThere = await stat(join(dataFolder, 'PG_VERSION')).catch(() => null);
  if (!isThere) return createDataFolder(programs, dataFolder, passwordFile);
  const password = (await readFile(passwordFile, 'utf8').catch(() => '')).trim();
  return password || setPassword(programs, dataFolder, passwordFile, 'ALTER');
}

/** Renamed when complete: a start that is killed leaves nothing that looks like a database. */
async function createDataFolder(programs: PostgresPrograms, dataFolder: string, passwordFile: string): Promise<string> {
  const unfinished = `${dataFolder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  try {
    await mkdir(unfinished, { mode: 0o700 });
    if (programs.user) await chown(unfinished, programs.user.uid, programs.user.gid);
    const initdb = (locale: string) =>
      programs.run('initdb', ['-D', unfinished, ...INITDB_OPTIONS, '--locale', locale]);
    try {
      // Which characters pg_trgm takes for letters depends on the locale of the system.
      initdb('C.UTF-8');
    } catch {
      // A bare machine may have no other locale.
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

/** In single-user mode, which asks for no password; the server must not be running. */
async function setPassword(programs: PostgresPrograms, folder: string, passwordFile: string, verb: 'CREATE' | 'ALTER') {
  const password = randomBytes(24).toString('base64url');
  const role = `${verb} ROLE ${APP_ROLE} LOGIN CREATEDB PASSWORD '${password}'\n`;
  const database = verb === 'CREATE' ? `CREATE DATABASE flyerdeck OWNER ${APP_ROLE}\n` : '';
  programs.run('postgres', ['--single', '-D', folder, 'postgres'], role + database);
  // Afterwards: a crash in between leaves no file rather than a wrong one, and the next start sets a new password.
  await writeFile(`${passwordFile}.new`, `${password}\n`, { mode: 0o600, flush: true });
  await rename(`${passwordFile}.new`, passwordFile);
  return password;
}
