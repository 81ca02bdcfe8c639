import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdFolder } from '../src/database/embedded/folderHold.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/database/embeddedPostgres.ts';

const FOLDER_PREFIX = 'flyerdeck-jest-';

let running: { postgres: EmbeddedPostgres; folder: string } | undefined;

/** One Postgres for the whole run, on a folder that lives as long as the run. */
export async function startTestPostgres(): Promise<string> {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX));
  // As root, Postgres runs as another user, which must pass.
  await chmod(folder, 0o711);
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    // Nothing here has to survive a power cut.
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' },
  });
  running = { postgres, folder };
  // An interrupted run reaches no teardown. Where the system does not end Postgres with us, this does.
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

/** Deletes the folders of killed runs. A run that goes on holds its folder. */
async function removeLeftovers(): Promise<void> {
  const parent = await realpath(tmpdir());
  for (const name of await readdir(parent)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const folder = join(parent, name);
    const hold = await holdFolder(folder);
    if (!hold) continue;
    await rm(folder, { recursive: true, force: true });
    await hold[Symbol.asyncDispose]();
  }
}
