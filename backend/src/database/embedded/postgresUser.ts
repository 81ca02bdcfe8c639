import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';

const run = promisify(execFile);

export interface PostgresUser {
  uid: number;
  gid: number;
}

/**
 * The user to become before Postgres is run, which refuses to run as root; null when we already are an ordinary user.
 * Data that exists decides: Postgres accepts it from its owner only, so data made by `npm start` still opens under
 * `sudo npm start`.
 */
export async function choosePostgresUser(dataFolder: string): Promise<PostgresUser | null> {
  const uid = process.getuid?.();
  const owner = await stat(dataFolder).catch(() => null);
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new EmbeddedPostgresError(
        `The database in ${dataFolder} belongs to another user (uid ${owner.uid}): start Flyerdeck as that user, or set DATA_DIR to a folder of your own.`,
      );
    }
    return null;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const user = (await findUser()) ?? (await createUser());
  // Data that root has copied here, from a backup perhaps, would be refused by Postgres.
  if (owner) await run('chown', ['-R', `${user.uid}:${user.gid}`, dataFolder]);
  return user;
}

async function findUser(): Promise<PostgresUser | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

async function createUser(): Promise<PostgresUser> {
  let cause: unknown;
  try {
    await run('groupadd', ['--system', '--force', 'postgres']);
    await run('useradd', [
      ...['--system', '--gid', 'postgres', '--no-create-home', '--home-dir', '/nonexistent'],
      ...['--shell', '/usr/sbin/nologin', 'postgres'],
    ]);
  } catch (error) {
    // Another Flyerdeck, started at the same time on another folder, may have been quicker.
    cause = error;
  }
  const user = await findUser();
  if (user) return user;
  throw new EmbeddedPostgresError(
    'Postgres does not run as root, and a user named postgres could not be made: make one, start Flyerdeck as an ordinary user, or set DATABASE_URL.',
    { cause },
  );
}
