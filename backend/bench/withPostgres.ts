import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/database/embeddedPostgres.ts';

/** Runs `work` on an empty embedded Postgres with default settings, in a temporary folder. */
export async function withPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'flyerdeck-bench-'));
  // As root, Postgres runs as another user, who must be able to enter this folder.
  await chmod(folder, 0o711);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: folder });
    return await work(postgres.url).finally(() => postgres.stop());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
