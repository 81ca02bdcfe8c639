import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from '../src/database/embedded/folderLock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/database/embeddedPostgres.ts';

const FOLDER_PREFIX = 'flyerdeck-jest-';

let running: { postgres: EmbeddedPostgres; folder: string } | undefined;

/** Starts one Postgres for the whole test run, in a temporary folder. Returns its address. */
export async function startTestPostgres(): Promise<string> {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX));
  // As root, Postgres runs as another user, who must be able to enter this folder.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    // Faster settings, because the data need not survive a power failure.
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' },
  });
  running = { postgres, folder };
  // An interrupted run calls no teardown, and on some systems Postgres keeps running without its parent.
  process.once('exit', killServer);
  return postgres.url;
}

export async function stopTestPostgres(): Promise<void> {
  if (!running) return;
  const { postgres, folder } = running;
  await postgres.stop();
  process.off('exit', killServer);
  await rm(folder, { recursive: true, force: true });
}

function killServer(): void {
  if (running?.postgres.pid) process.kill(running.postgres.pid, 'SIGQUIT');
}

/** Deletes folders of interrupted runs. The folder of a running test run is locked. */
async function removeLeftovers(): Promise<void> {
  const parent = await realpath(tmpdir());
  for (const name of await readdir(parent)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const folder = join(parent, name);
    const lock = await lockFolder(folder);
    if (!lock) continue;
    await rm(folder, { recursive: true, force: true });
    await lock[Symbol.asyncDispose]();
  }
}
