import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFolder } from '../src/database/embedded/folderLock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/database/embeddedPostgres.ts';
import { prepareTestReplica, REPLICATED, type TestReplica } from './replica.ts';

const FOLDER_PREFIX = 'flyerdeck-jest-';

let running: { postgres: EmbeddedPostgres; replica: TestReplica | null; folder: string } | undefined;

/** Starts one Postgres for the whole test run, in a temporary folder. Returns its address, and that of its replica. */
export async function startTestPostgres({
  withReplica = false,
} = {}): Promise<{ url: string; replicaUrl: string | null }> {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX));
  // As root, Postgres runs as another user, who must be able to enter this folder.
  await chmod(folder, 0o711);
  const startReplica = withReplica ? await prepareTestReplica(folder) : null;
  const postgres = await startEmbeddedPostgres({
    dataDir: folder,
    // Faster settings, because the data need not survive a power failure.
    settings: {
      ...{ fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', autovacuum: 'off' },
      ...(withReplica ? REPLICATED : {}),
    },
  });
  const replica = startReplica ? await startReplica(postgres.url) : null;
  running = { postgres, replica, folder };
  // An interrupted run calls no teardown, and on some systems Postgres keeps running without its parent.
  process.once('exit', killServer);
  return { url: postgres.url, replicaUrl: replica?.url ?? null };
}

export async function stopTestPostgres(): Promise<void> {
  if (!running) return;
  const { postgres, replica, folder } = running;
  await replica?.stop();
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
