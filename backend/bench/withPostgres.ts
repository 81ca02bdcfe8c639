import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/database/embeddedPostgres.ts';

/** An embedded Postgres with its stock settings, empty, in a folder that goes afterwards. */
export async function withPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'flyerdeck-bench-'));
  // As root, Postgres runs as another user, which must pass.
  await chmod(folder, 0o711);
  try {
    const postgres = await startEmbeddedPostgres({ dataDir: folder });
    return await work(postgres.url).finally(() => postgres.stop());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
