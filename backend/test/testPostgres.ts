import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdFolder } from '../src/database/embedded/folderHold.ts';
import { stopOrphan } from '../src/database/embedded/orphan.ts';
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

/** What killed runs left behind. A folder that another run is using is held by it. */
async function removeLeftovers(): Promise<void> {
  const parent = await realpath(tmpdir());
  for (const name of await readdir(parent)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const folder = join(parent, name);
    const hold = await holdFolder(folder);
    if (!hold) continue;
    await stopOrphan(join(folder, 'postgres'), () => undefined);
    await rm(folder, { recursive: true, force: true });
    await hold.release();
  }
}
