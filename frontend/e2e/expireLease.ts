import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { APP_ROLE } from '../../backend/src/database/embedded/dataFolder.ts';
import { LOOPBACK, lastPortOf } from '../../backend/src/database/embedded/loopbackPort.ts';
import type { Product } from './product.ts';

/** Ends the lease of a posting: sets its end to a moment ago. */
export async function expireLease(product: Product, postingId: string): Promise<void> {
  const client = new Client({ connectionString: process.env.DATABASE_URL || (await embeddedUrl(product)) });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      `UPDATE in_flight SET lease_expires_at = now() - interval '1 millisecond' WHERE posting_id = $1`,
      [postingId],
    );
    if (rowCount !== 1) throw new Error('No lease is held for this posting.');
  } finally {
    await client.end();
  }
}

export async function embeddedUrl({ dataDir }: Product): Promise<string> {
  const password = (await readFile(path.join(dataDir, 'postgres.password'), 'utf8')).trim();
  const port = await lastPortOf(path.join(dataDir, 'postgres'));
  return `postgres://${APP_ROLE}:${password}@${LOOPBACK}:${port}/flyerdeck`;
}
